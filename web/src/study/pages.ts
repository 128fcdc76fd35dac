// The pages of study, history and account register here.

export function registerStudyPages(): void {}

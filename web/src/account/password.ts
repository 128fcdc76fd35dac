// Passwords before they are sent.

/** The fault of a password before it is sent; '' if it has none. */
export function passwordProblem(password: string): string {
    const length = [...password].length;
    if (length < 8) return 'At least 8 characters.';
    return length > 128 ? 'At most 128 characters.' : '';
}

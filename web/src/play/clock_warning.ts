// When a clock that runs down is worth a word: once at each mark, not all the way down.

/** Seconds left, the later the more urgent. */
export const marks = [30, 10] as const;

/** A mark is armed again only when this much more than it is left: a delay or an increment
 * that brings the clock back over it for a moment is no news. */
const again = 12000;

export class ClockWarning {
    private readonly said = new Set<number>();

    /** `left`: the ms until the time is up. The mark to announce now, or null. */
    next(left: number): number | null {
        let found: number | null = null;
        for (const mark of marks) {
            if (left > mark * 1000 + again) this.said.delete(mark);
            // If two marks are passed at once, as after a reload, only the lower is announced.
            if (left > 0 && left <= mark * 1000 && !this.said.has(mark)) {
                this.said.add(mark);
                found = mark;
            }
        }
        return found;
    }
}

/** What happens next, by virtual time; what is due at the same moment happens in the order in which it was written down. */
export class Agenda {
  private readonly entries: { at: number; order: number; work: () => void }[] = [];
  private order = 0;
  now: number;

  constructor(startAt: number) {
    this.now = startAt;
  }

  add(at: number, work: () => void): void {
    const entry = { at: Math.max(at, this.now), order: this.order, work };
    this.order += 1;
    let [low, high] = [0, this.entries.length];
    // Latest first, so that the next one is taken from the end.
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.entries[middle] as (typeof this.entries)[number];
      if (other.at > entry.at || (other.at === entry.at && other.order > entry.order)) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, entry);
  }

  /** Does what is due until the given time. @returns false when something is left after it */
  runUntil(end: number): boolean {
    for (let next = this.entries.pop(); next; next = this.entries.pop()) {
      if (next.at > end) {
        this.entries.push(next);
        return false;
      }
      this.now = next.at;
      next.work();
    }
    return true;
  }
}

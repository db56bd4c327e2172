/** A binary heap whose entries can be counted up to a bound without being taken out. */
export class EventHeap<Entry> {
  private readonly entries: Entry[] = [];
  constructor(private readonly compare: (a: Entry, b: Entry) => number) {}

  get size(): number {
    return this.entries.length;
  }

  peek(): Entry | undefined {
    return this.entries[0];
  }

  push(entry: Entry): void {
    const { entries, compare } = this;
    let index = entries.length;
    entries.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (compare(entry, entries[parent]!) >= 0) break;
      entries[index] = entries[parent]!;
      index = parent;
    }
    entries[index] = entry;
  }

  pop(): Entry | undefined {
    const { entries, compare } = this;
    const top = entries[0];
    const last = entries.pop();
    if (entries.length === 0 || last === undefined) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && compare(entries[child + 1]!, entries[child]!) < 0) child += 1;
      if (compare(last, entries[child]!) <= 0) break;
      entries[index] = entries[child]!;
      index = child;
    }
    entries[index] = last;
    return top;
  }

  /**
   * Counts entries that `within` accepts, at most `limit`, leaving out those that `skip` names. `within` has to agree
   * with the order: no child of a refused entry may be accepted. So the cost is that of what is counted.
   */
  countWhile(within: (entry: Entry) => boolean, skip: (entry: Entry) => boolean, limit: number): number {
    const stack = [0];
    let count = 0;
    while (stack.length > 0 && count < limit) {
      const index = stack.pop()!;
      const entry = this.entries[index];
      if (entry === undefined || !within(entry)) continue;
      if (!skip(entry)) count += 1;
      stack.push(2 * index + 1, 2 * index + 2);
    }
    return count;
  }
}

import type { StoredReaction } from '../store/mail-store';

/** Reactions by due time, then by id: a binary heap, because tens of thousands may wait. */
export class ReactionQueue {
  private readonly heap: StoredReaction[] = [];

  get size(): number {
    return this.heap.length;
  }

  /** Campaign time of the earliest, or null when nothing waits. */
  nextDueAt(): number | null {
    return this.heap[0]?.dueAt ?? null;
  }

  push(reaction: StoredReaction): void {
    const { heap } = this;
    let index = heap.push(reaction) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(heap[index] as StoredReaction, heap[parent] as StoredReaction)) break;
      this.swap(index, parent);
      index = parent;
    }
  }

  /** Takes out what is due at or before that time, earliest first. What is due and not meant stays. */
  takeDue(now: number, most: number, isMeant: (reaction: StoredReaction) => boolean): StoredReaction[] {
    const due: StoredReaction[] = [];
    const others: StoredReaction[] = [];
    while (due.length < most && (this.heap[0]?.dueAt ?? Infinity) <= now) {
      const reaction = this.pop() as StoredReaction;
      (isMeant(reaction) ? due : others).push(reaction);
    }
    for (const reaction of others) this.push(reaction);
    return due;
  }

  private pop(): StoredReaction | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      const right = left + 1;
      let least = index;
      if (left < heap.length && isBefore(heap[left] as StoredReaction, heap[least] as StoredReaction)) least = left;
      if (right < heap.length && isBefore(heap[right] as StoredReaction, heap[least] as StoredReaction)) least = right;
      if (least === index) return first;
      this.swap(index, least);
      index = least;
    }
  }

  private swap(left: number, right: number): void {
    const held = this.heap[left] as StoredReaction;
    this.heap[left] = this.heap[right] as StoredReaction;
    this.heap[right] = held;
  }
}

function isBefore(left: StoredReaction, right: StoredReaction): boolean {
  return left.dueAt < right.dueAt || (left.dueAt === right.dueAt && left.id < right.id);
}

/**
 * How an edit of the sequence moves the leads that are under way. The rules, so that no lead is sent a step twice or
 * misses one:
 * - A lead is past the steps before the one it waits for. After the edit it waits for the first step behind the last one it is past.
 * - A new step before that place is behind the lead and is not sent to it; a new step after it is.
 * - A removed step is passed over.
 * - Steps that some lead is past keep their place to each other and to the other steps: moving them would make "past" mean two things.
 */

export interface KnownStep {
  id: number;
  number: number;
}

/** For each old step that leads wait for: where they wait now; null when no step is left for them. */
export type StepMoves = Map<number, number | null>;

/**
 * Whether the new order is possible, or why not. `order` holds the ids of kept steps (null for new ones); `passed` is the
 * highest old number that any lead is past.
 */
export function refuseOrder(
  old: readonly KnownStep[],
  order: readonly (number | null)[],
  passed: number,
): string | null {
  const place = new Map(order.flatMap((id, index) => (id === null ? [] : [[id, index] as const])));
  const fixed = old.filter((step) => step.number <= passed && place.has(step.id));
  for (const step of fixed) {
    for (const other of old) {
      const otherPlace = place.get(other.id);
      if (otherPlace === undefined || other.id === step.id) continue;
      if (other.number < step.number !== otherPlace < (place.get(step.id) as number)) {
        return `Step ${step.number} was already sent to leads, so it keeps its place before and after the other steps. Add a new step instead of moving this one.`;
      }
    }
  }
  return null;
}

/** Where leads that wait for each old step go. `order` holds the ids of all steps as they stand now, new ones included. */
export function movesOf(old: readonly KnownStep[], order: readonly number[]): StepMoves {
  const place = new Map(order.map((id, index) => [id, index]));
  const moves: StepMoves = new Map();
  const sorted = [...old].sort((one, other) => one.number - other.number);
  for (const [index, step] of sorted.entries()) {
    const behind = sorted
      .slice(0, index)
      .map((earlier) => place.get(earlier.id))
      .filter((found): found is number => found !== undefined);
    const next = behind.length === 0 ? 0 : Math.max(...behind) + 1;
    moves.set(step.id, order[next] ?? null);
  }
  return moves;
}

import type { TriggerRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import { shortInstant } from '@skein/ui/instant';

/** A line of the send log: one round, or several quiet ones in a row. Newest first, as the rounds are. */
export interface LogLine {
  round: TriggerRow;
  /** The rounds that the line stands for, when it stands for more than one. */
  quiet: TriggerRow[] | null;
}

/** From how many rounds on they become one line: two of them are read as fast as their sum. */
const fewest = 3;

/** Nothing was due and nobody was held back, so a round like this says no more than the next one. */
const saysOf = (row: TriggerRow): string | null =>
  row.state === 'COMPLETED' && row.planned + row.sent + row.failed === 0 && row.skipped.length === 0
    ? (row.message ?? '')
    : null;

/** Lines that a page has at least, where it has so many rounds: a page of quiet rounds alone would be a single line. */
const fewestLines = 10;

/**
 * Rounds that say the same and did nothing become one line, unless one of them was opened: newer ones may have come since. The
 * newest ones stay open as long as the page would have only a few lines. Pure.
 */
export function linesOf(rows: readonly TriggerRow[], opened: ReadonlySet<string>): LogLine[] {
  const groups: TriggerRow[][] = [];
  for (let at = 0; at < rows.length;) {
    const says = saysOf(rows[at] as TriggerRow);
    let end = at + 1;
    while (says !== null && end < rows.length && saysOf(rows[end] as TriggerRow) === says) end += 1;
    groups.push(rows.slice(at, end));
    at = end;
  }
  const isOne = (group: readonly TriggerRow[]) => group.length >= fewest && !group.some(({ id }) => opened.has(id));
  let count = groups.reduce((sum, group) => sum + (isOne(group) ? 1 : group.length), 0);
  return groups.flatMap((group): LogLine[] => {
    const [round] = group;
    if (round && isOne(group)) {
      if (count >= fewestLines) return [{ round, quiet: group }];
      count += group.length - 1;
    }
    return group.map((row) => ({ round: row, quiet: null }));
  });
}

/** When a line took place: `10:47`, `08:00 to 10:47`, and with both days where it ended on another one. Pure. */
export function timeOfLine({ round, quiet }: LogLine, now: Date, timeZone: string): string {
  const from = quiet?.at(-1)?.scheduled_at;
  if (from === undefined) return shortInstant(round.scheduled_at, now, timeZone);
  return `${shortInstant(from, now, timeZone)} to ${shortInstant(round.scheduled_at, new Date(from), timeZone)}`;
}

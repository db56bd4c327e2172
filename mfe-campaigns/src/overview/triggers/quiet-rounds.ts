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

/** Rounds that say the same and did nothing become one line, unless one of them was opened: newer ones may have come since. Pure. */
export function linesOf(rows: readonly TriggerRow[], opened: ReadonlySet<string>): LogLine[] {
  const lines: LogLine[] = [];
  for (let at = 0; at < rows.length;) {
    const round = rows[at] as TriggerRow;
    const says = saysOf(round);
    let end = at + 1;
    while (says !== null && end < rows.length && saysOf(rows[end] as TriggerRow) === says) end += 1;
    const quiet = rows.slice(at, end);
    if (quiet.length < fewest || quiet.some(({ id }) => opened.has(id)))
      for (const row of quiet) lines.push({ round: row, quiet: null });
    else lines.push({ round, quiet });
    at = end;
  }
  return lines;
}

/** When a line took place: `10:47`, `08:00 to 10:47`, and with both days where it ended on another one. Pure. */
export function timeOfLine({ round, quiet }: LogLine, now: Date, timeZone: string): string {
  const from = quiet?.at(-1)?.scheduled_at;
  if (from === undefined) return shortInstant(round.scheduled_at, now, timeZone);
  return `${shortInstant(from, now, timeZone)} to ${shortInstant(round.scheduled_at, new Date(from), timeZone)}`;
}

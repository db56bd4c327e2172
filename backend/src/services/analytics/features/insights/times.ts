import type { SpanView, TimesView } from '@skein/contracts/analytics/insights.contract';

const hour = 3600;
const day = 24 * hour;
/** Where the spans of the time leads take begin, in seconds. */
export const replySpans = [0, hour, 4 * hour, day, 2 * day, 4 * day, 7 * day];
/** Those of the time the team takes. */
export const answerSpans = [0, 900, 1800, hour, 2 * hour, 4 * hour, 8 * hour, day, 2 * day];

/** The value below which a share of the sorted values lies, between two neighbours where it falls between them; null of nothing. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return Math.round(low + (high - low) * (at - Math.floor(at)));
}

/** A distribution: each span holds its beginning and not its end. */
export function timesOf(seconds: readonly number[], starts: readonly number[]): TimesView {
  const sorted = [...seconds].sort((one, other) => one - other);
  const spans: SpanView[] = starts.map((from, index) => {
    const to = starts[index + 1] ?? null;
    return {
      from_seconds: from,
      to_seconds: to,
      count: sorted.filter((value) => value >= from && (to === null || value < to)).length,
    };
  });
  return {
    count: sorted.length,
    median_seconds: percentile(sorted, 0.5),
    p90_seconds: percentile(sorted, 0.9),
    spans,
  };
}

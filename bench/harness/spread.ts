export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** Interpolated quantile of sorted numbers. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) throw new Error('There is no quantile of nothing.');
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const first = sorted[below] as number;
  return first + ((sorted[Math.min(below + 1, sorted.length - 1)] as number) - first) * (place - below);
}

/** Median with the 10th and the 90th percentile. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.1), high: quantile(sorted, 0.9) };
}

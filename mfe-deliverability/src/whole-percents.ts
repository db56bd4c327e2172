/** The percent of each part in whole numbers that add up to 100: what rounding leaves over goes to the largest remainders. */
export function wholePercents(parts: readonly number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (sum === 0) return parts.map(() => 0);
  const exact = parts.map((part) => (100 * part) / sum);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((all, part) => all + part, 0);
  const byRemainder = exact.map((_, index) => index).sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1));
  for (const index of byRemainder.slice(0, left)) whole[index]! += 1;
  return whole;
}

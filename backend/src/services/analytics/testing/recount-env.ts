/** How many random filters the recount takes, and from which seed: SKEIN_RECOUNT_FILTERS and SKEIN_RECOUNT_SEED. */
export function recountFilters(source: Record<string, string | undefined> = process.env): {
  count: number;
  seed: number;
} {
  const whole = (text: string | undefined, usual: number) =>
    text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : usual;
  return { count: whole(source['SKEIN_RECOUNT_FILTERS'], 60), seed: whole(source['SKEIN_RECOUNT_SEED'], 20_261_125) };
}

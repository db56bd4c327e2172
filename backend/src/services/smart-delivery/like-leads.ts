/**
 * As many seeds as there can be of which each provider has the share that it has among the leads. A provider without seeds cannot be
 * followed and is left out; one with leads keeps at least one seed.
 * @param seeds in the order in which they are taken
 */
export function likeLeads<Provider extends string>(
  seeds: readonly { id: number; provider: Provider }[],
  leads: ReadonlyMap<Provider, number>,
): number[] {
  const groups = [...leads]
    .map(([provider, count]) => ({
      count,
      ids: seeds.filter((seed) => seed.provider === provider).map(({ id }) => id),
    }))
    .filter(({ count, ids }) => count > 0 && ids.length > 0);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  // The provider that runs out of seeds first says how large the whole can be.
  const most = Math.min(...groups.map(({ count, ids }) => (ids.length * total) / count));
  return groups
    .flatMap(({ count, ids }) => spread(ids, Math.max(1, Math.min(ids.length, Math.round((most * count) / total)))))
    .sort((one, other) => one - other);
}

/** So many of a list, at even distances: seeds stand by region, and every region keeps its part. */
const spread = (ids: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => ids[Math.floor((index * ids.length) / count)] as number);

import type { PurchaseDeps } from '#services/smart-senders/purchases.deps';

/** Those deps, but the process ends at the nth thing that it does: before it, or after it was done and before anybody knows. */
export function dyingAt(
  deps: PurchaseDeps,
  at: number,
  when: 'before' | 'after',
): { deps: PurchaseDeps; reached: () => boolean } {
  let count = 0;
  const wrap =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      count += 1;
      const mine = count === at;
      if (mine && when === 'before') throw new Error('killed');
      const result = await work(...given);
      if (mine) throw new Error('killed');
      return result;
    };
  const all = <Port extends object>(port: Port): Port =>
    Object.fromEntries(
      Object.entries(port).map(([name, value]) => [name, typeof value === 'function' ? wrap(value.bind(port)) : value]),
    ) as Port;
  const host = all(deps.mailHosts.SMTP as NonNullable<PurchaseDeps['mailHosts']['SMTP']>);
  return {
    reached: () => count >= at,
    deps: {
      ...deps,
      db: { ...deps.db, tenantSql: wrap(deps.db.tenantSql) as PurchaseDeps['db']['tenantSql'] },
      registrar: all(deps.registrar as NonNullable<PurchaseDeps['registrar']>),
      mailHosts: { SMTP: host, GOOGLE: host, OUTLOOK: host },
      payments: all(deps.payments as NonNullable<PurchaseDeps['payments']>),
      mailboxes: all(deps.mailboxes),
    },
  };
}

import type { Database, SqlClient } from '#platform/db/database';

/**
 * A process that ends at its n-th step: before it, or after it and before anybody knows. Steps are statements of
 * transactions, the moment after one is kept, and calls of a port.
 */
export function dyingAt(n: number, when: 'before' | 'after') {
  let steps = 0;
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    steps += 1;
    const dies = steps === n;
    if (dies && when === 'before') throw new Error('killed');
    const result = await work();
    if (dies) throw new Error('killed');
    return result;
  };
  const dyingSql = (sql: SqlClient): SqlClient =>
    new Proxy(sql, {
      get: (target, name: keyof SqlClient) =>
        name === 'query' ? (text: string, values?: unknown[]) => step(() => target.query(text, values)) : target[name],
    });
  const kept = async <Result>(transaction: Promise<Result>): Promise<Result> => {
    const result = await transaction;
    await step(() => Promise.resolve());
    return result;
  };
  return {
    db: (db: Database): Database => ({
      ...db,
      tenantSql: (id, work) => kept(db.tenantSql(id, (sql) => work(dyingSql(sql)))),
      systemSql: (work) => kept(db.systemSql((sql) => work(dyingSql(sql)))),
    }),
    /** Every function of the port must be one that is awaited. */
    port: <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function'
            ? (...given: unknown[]) => step(() => Reflect.apply(value, target, given) as Promise<unknown>)
            : value;
        },
      }),
  };
}

/** Runs work that dies at its first step, then at its second, and so on, until it lives. @returns how often it died */
export async function dieAtEachStep(
  when: 'before' | 'after',
  work: (dying: ReturnType<typeof dyingAt>) => Promise<unknown>,
  afterEach: () => Promise<void>,
): Promise<number> {
  for (let n = 1; ; n++) {
    const outcome = await work(dyingAt(n, when)).then(
      () => 'done',
      (error: Error) => error.message,
    );
    if (outcome === 'done') return n - 1;
    if (outcome !== 'killed') throw new Error(outcome);
    await afterEach();
  }
}

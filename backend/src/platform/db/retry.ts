/** SQLSTATEs after which the same transaction may simply be tried again: serialization failure and deadlock. */
const RETRYABLE_SQL_STATES = new Set(['40001', '40P01']);

/** Prisma's own code for both. */
const PRISMA_WRITE_CONFLICT = 'P2034';

/** Attempts in all; the waits between them are random, up to 20, 40 and 80 ms. */
const MAXIMUM_ATTEMPTS = 4;

/** True for an error of pg or Prisma (also through its driver adapter) that only a conflict with another transaction caused. */
export function isTransactionConflict(error: unknown): boolean {
  for (let current: unknown = error, depth = 0; current && depth < 5; depth++) {
    if (typeof current !== 'object') return false;
    const { code, originalCode, kind, meta, cause } = current as Record<string, unknown>;
    if (code === PRISMA_WRITE_CONFLICT || kind === 'TransactionWriteConflict') return true;
    if (RETRYABLE_SQL_STATES.has(String(code)) || RETRYABLE_SQL_STATES.has(String(originalCode))) return true;
    if (meta && typeof meta === 'object') {
      const fields = meta as Record<string, unknown>;
      if (RETRYABLE_SQL_STATES.has(String(fields.code))) return true;
      if (isTransactionConflict(fields.driverAdapterError)) return true;
    }
    current = cause;
  }
  return false;
}

/** Runs a whole transaction again, a bounded number of times, when it lost against another one. */
export async function retryOnConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count >= MAXIMUM_ATTEMPTS || !isTransactionConflict(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** count));
    }
  }
}

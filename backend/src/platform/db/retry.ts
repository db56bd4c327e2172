/** SQLSTATEs after which the same transaction may simply be tried again: serialization failure and deadlock. */
const RETRYABLE_SQL_STATES = new Set(['40001', '40P01']);

/** Prisma's own code for both. */
const PRISMA_WRITE_CONFLICT = 'P2034';

/** Attempts in all; the waits between them are random, up to 20, 40, 80 ... 1,280 ms. */
const MAXIMUM_ATTEMPTS = 8;

/** True for an error of pg or Prisma (also through its driver adapter) that only a conflict with another transaction caused. */
function isTransactionConflict(error: unknown): boolean {
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

/** Connection errors of Node, where a server is away or a socket was closed. */
const LOST_CONNECTION = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

/**
 * True for what the database could not do now and may do later: conflicts (class 40), lost connections (08), too few
 * resources (53), locks (55), an operator's intervention (57, but not a statement that took too long: that is about
 * what it was asked), its own machine (58); PostgreSQL, appendix A. Without a code, what pg and Prisma say of a closed
 * connection.
 */
export function isTransient(error: unknown): boolean {
  if (isTransactionConflict(error)) return true;
  for (let current: unknown = error, depth = 0; current && depth < 5; depth++) {
    if (typeof current !== 'object') return false;
    const { code, message, cause } = current as { code?: unknown; message?: unknown; cause?: unknown };
    if (
      typeof code === 'string' &&
      (/^(?:08|40|53|55|57(?!014)|58)[0-9A-Z]{3}$/.test(code) || LOST_CONNECTION.test(code))
    )
      return true;
    if (
      typeof message === 'string' &&
      /connection terminated|terminating connection|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
        message,
      )
    )
      return true;
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

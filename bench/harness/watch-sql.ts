import { Client } from 'pg';

export const p95 = (values: number[]): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] as number;

/** Adds up the time between each statement and its answer, over all connections of the process. */
export function watchSql(): { restart(): void; spent(): number } {
  let spent = 0;
  const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const plain = prototype.query;
  prototype.query = function query(this: unknown, ...given: unknown[]) {
    const begin = performance.now();
    const end = () => {
      spent += performance.now() - begin;
    };
    const last = given.at(-1);
    if (typeof last === 'function')
      given[given.length - 1] = (...answer: unknown[]) => {
        end();
        (last as (...all: unknown[]) => void)(...answer);
      };
    const result = plain.apply(this, given);
    if (result instanceof Promise) result.then(end, end);
    return result;
  };
  return {
    restart: () => {
      spent = 0;
    },
    spent: () => spent,
  };
}

import { Client, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';

const names = new Map<string, string>();
/** Texts that are made anew for each call must not come here: each would stay prepared on every connection. */
const mostNames = 500;
let given = 0;

/** A name for good, for the process; undefined when there are too many. */
function nameOf(text: string): string | undefined {
  const before = names.get(text);
  if (before !== undefined || names.size >= mostNames) return before;
  given += 1;
  const name = `skein_${given}`;
  names.set(text, name);
  return name;
}

/**
 * A statement that PostgreSQL parses and plans once a connection instead of once a call: for the hot paths, where planning costs more than
 * doing. The text must be a constant. A pooler between needs support for prepared statements (PgBouncer from 1.21 on).
 */
export function prepared<Row extends QueryResultRow>(
  sql: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const name = nameOf(text);
  return sql.query<Row>(name === undefined ? { text, values } : { name, text, values });
}

/** A text that was asked so often by this process is a constant, and will be asked again. */
const often = 20;
/** The others are for those that are named on purpose. */
const mostOften = 400;
/** Texts that are counted at a time; those made anew for each call make the count begin again. */
const mostCounted = 2_000;
let counted = new Map<string, number>();

/** The name of a text that is asked again and again. */
function nameOfOften(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= mostOften) return name;
  const count = (counted.get(text) ?? 0) + 1;
  if (count >= often) {
    counted.delete(text);
    return nameOf(text);
  }
  if (counted.size >= mostCounted) counted = new Map();
  counted.set(text, count);
  return undefined;
}

interface Query {
  text: string;
  values: unknown[];
  name?: string;
}

/**
 * A statement with values, as pg takes it; a text without may hold several statements, which cannot be prepared. Not one with a list: a
 * plan that is kept takes each list to have ten values.
 */
function readQuery(query: unknown, values: unknown): Query | undefined {
  const read = (typeof query === 'string' ? { text: query, values } : query) as Partial<Query>;
  if (typeof read.text !== 'string' || !Array.isArray(read.values) || read.name || 'submit' in read) return undefined;
  return read.values.length > 0 && !read.values.some(Array.isArray) ? (read as Query) : undefined;
}

/** A connection that prepares what is asked often, through Prisma or not. */
export class PreparingClient extends Client {
  override query(...asked: unknown[]): never {
    const ask = super.query as (...values: unknown[]) => unknown;
    const query = readQuery(asked[0], asked[1]);
    const name = query && nameOfOften(query.text);
    if (!name) return ask.apply(this, asked) as never;
    const rest = asked.slice(typeof asked[0] === 'string' ? 2 : 1);
    const answer = ask.call(this, { ...query, name }, ...rest);
    return (answer instanceof Promise ? answer.catch((error: unknown) => forget(query.text, error)) : answer) as never;
  }
}

/** A column that is added to a table changes what `select *` answers: the statement is refused until it is prepared under another name. */
function forget(text: string, error: unknown): never {
  if (isOutdatedPlan(error)) names.delete(text);
  throw error;
}

export const isOutdatedPlan = (error: unknown): boolean =>
  /cached plan must not change result type/.test(String((error as { message?: unknown } | undefined)?.message));

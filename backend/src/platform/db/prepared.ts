import type { PoolClient, QueryResult, QueryResultRow } from 'pg';

const names = new Map<string, string>();
/** Texts that are made anew for each call must not come here: each would stay prepared on every connection. */
const mostNames = 500;

/**
 * A statement that PostgreSQL parses and plans once a connection instead of once a call: for the hot paths, where planning costs more than
 * doing. The text must be a constant. A pooler between needs support for prepared statements (PgBouncer from 1.21 on).
 */
export function prepared<Row extends QueryResultRow>(
  sql: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= mostNames) return sql.query<Row>(text, values);
    name = `skein_${names.size + 1}`;
    names.set(text, name);
  }
  return sql.query<Row>({ name, text, values });
}

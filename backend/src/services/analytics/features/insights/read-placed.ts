import type { PlacedEmail } from '@skein/contracts/analytics/placed-emails.contract';
import { cursorInstant, cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { Database } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import { csvAnswer } from '../export/csv';
import { scopeOf, type Who } from '../figures/selection';
import { overallSelection } from '../overall/read-overall';
import {
  countPlaced,
  listPlaced,
  type PlacedNarrowing,
  type PlacedPlace,
  type PlacedRecord,
} from './placed-rows.store';
import { providerName } from './provider-name';
import type { InsightQuery } from './read-groups';

type PlacedQuery = InsightQuery & PlacedNarrowing;
interface Page {
  cursor?: string | undefined;
  limit: number;
}

const kinds: readonly string[] = ['WARMUP', 'TEST'] satisfies PlacedEmail['kind'][];

/** @throws SkeinError VALIDATION */
function placeOf(cursor: string | undefined): PlacedPlace | null {
  const values = decodeCursor(cursor, 3);
  if (!values) return null;
  const [sentAt, kind, id] = values;
  if (typeof kind !== 'string' || !kinds.includes(kind))
    throw invalidField('cursor', 'is not a place in this list; begin again without it');
  return { sentAt: cursorInstant(sentAt), kind, id: String(cursorNumber(id, Number.MAX_SAFE_INTEGER)) };
}

const placedEmail = (record: PlacedRecord): PlacedEmail => ({
  id: `${record.kind.toLowerCase()}-${record.id}`,
  sent_at: record.sent_at.toISOString(),
  kind: record.kind,
  mailbox: { id: record.mailbox_id, from_email: record.from_email, is_removed: record.is_removed },
  provider: providerName(record.provider),
  landed: record.landed,
  test:
    record.test_id !== null && record.test_name !== null && record.test_type !== null
      ? { id: record.test_id, name: record.test_name, type: record.test_type }
      : null,
});

/** A page of the warmup and test emails that a share in spam counts. */
export const readPlaced = (db: Database, who: Who, query: PlacedQuery & Page) =>
  db.tenantSql(who.workspaceId, async (sql) => {
    const which = { selection: overallSelection(query), narrow: query };
    const found = await listPlaced(who.workspaceId, sql, scopeOf(who), {
      ...which,
      after: placeOf(query.cursor),
      limit: query.limit + 1,
    });
    const shown = found.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      rows: shown.map(placedEmail),
      next_cursor:
        found.length > query.limit && last ? encodeCursor([last.sent_at.toISOString(), last.kind, last.id]) : null,
      total: await countPlaced(who.workspaceId, sql, scopeOf(who), which),
      total_is_capped: false,
    };
  });

const page = 1_000;
const kindNames = { WARMUP: 'Warmup', TEST: 'Placement test' };
const folderNames = { INBOX: 'Inbox', TAB: 'Tab', SPAM: 'Spam' };

/** The same emails as CSV, all of them. */
export function exportPlaced(db: Database, who: Who, query: PlacedQuery): Response {
  let cursor: string | undefined;
  let isDone = false;
  const isNarrowed = query.group_by ?? query.from_provider ?? query.to_provider;
  return csvAnswer(
    `${query.figure === 'spam' ? 'spam' : 'placed'}-${query.from}-to-${query.to}${isNarrowed ? '-narrowed' : ''}`,
    ['When', 'Kind', 'Mailbox', 'Recipient provider', 'Landed in', 'Test'],
    async () => {
      if (isDone) return [];
      const { rows, next_cursor } = await readPlaced(db, who, { ...query, cursor, limit: page });
      cursor = next_cursor ?? undefined;
      isDone = next_cursor === null;
      return rows.map((row) => [
        row.sent_at,
        kindNames[row.kind],
        row.mailbox.from_email,
        row.provider,
        folderNames[row.landed],
        row.test?.name ?? null,
      ]);
    },
  );
}

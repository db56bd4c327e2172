import type { z } from 'zod';
import type { AuditEntryView } from '@skein/contracts/main/audit.contract';
import type { auditContract } from '@skein/contracts/main/audit.contract';
import { csvAnswer } from '#platform/csv/csv-answer';
import { csvLine } from '@skein/contracts/csv-cell';
import { decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  findChoices,
  findEarlier,
  findEntries,
  findObjects,
  type Changes,
  type EntryRecord,
} from './audit-trail.store';
import { undoState } from './undo-plan';

type Deps = Pick<MainDeps, 'db'>;
type Filter = z.output<typeof auditContract.endpoints.exportEntries.query>;

const changesOf = (changes: Changes) =>
  Object.entries(changes).map(([field, change]) =>
    change === 'secret'
      ? { field, before: null, after: null, is_secret: true }
      : { field, before: change[0] ?? null, after: change[1] ?? null, is_secret: false },
  );

/** An entry as it is shown. */
const viewEntry = (row: EntryRecord): AuditEntryView => ({
  id: row.id,
  at: row.at.toISOString(),
  person: row.user_id === null ? null : { id: row.user_id, name: row.name || row.actor, email: row.actor },
  via: row.via,
  api_key: row.api_key_id === null ? null : { id: row.api_key_id, name: row.api_key_name ?? 'a deleted key' },
  ip: row.ip,
  user_agent: row.user_agent,
  request_id: row.request_id,
  route: row.route,
  kind: row.target_kind,
  action: row.action,
  object: { id: row.target_id, label: row.label },
  objects: row.objects,
  changes: changesOf(row.changes),
  effect: row.effect,
  detail: row.detail,
  undo: undoState(row),
  undoes: row.undoes_id,
});

/** @throws SkeinError VALIDATION when the cursor is none of ours */
function beforeOf(cursor: string | undefined): string | null {
  const id = decodeCursor(cursor, 1)?.[0];
  if (id === undefined) return null;
  if (typeof id === 'string' && /^\d{1,18}$/.test(id)) return id;
  throw invalidField('cursor', 'is not a place in this list; begin again without it');
}

export const listEntries = (deps: Deps, actor: RequestActor, query: Filter & { cursor?: string; limit: number }) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const rows = await findEntries(actor.workspaceId, sql, query, {
      before: beforeOf(query.cursor),
      limit: query.limit + 1,
    });
    const shown = rows.slice(0, query.limit);
    return {
      rows: shown.map(viewEntry),
      next_cursor: rows.length > shown.length ? encodeCursor([shown.at(-1)?.id ?? '']) : null,
    };
  });

export const readChoices = (deps: Deps, actor: RequestActor) =>
  deps.db.tenantSql(actor.workspaceId, (sql) => findChoices(actor.workspaceId, sql));

/** @throws SkeinError NOT_FOUND */
export const readEntry = (deps: Deps, actor: RequestActor, id: string) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const [row] = await findEntries(actor.workspaceId, sql, {}, { before: null, limit: 1, id });
    if (!row) throw notFound('This change');
    const earlier = await findEarlier(actor.workspaceId, sql, row);
    return {
      ...viewEntry(row),
      all_objects: await findObjects(actor.workspaceId, sql, id, 200),
      earlier: earlier.map((each) => ({
        id: each.id,
        at: each.at,
        name: each.via === 'system' ? 'Skein' : each.name,
        changes: changesOf(each.changes).filter((change) => change.field in row.changes),
      })),
    };
  });

const columns = ['Time', 'Change', 'Person', 'Email', 'Source', 'API key', 'IP address', 'Browser', 'Kind', 'Action'];
const more = ['Object', 'Object id', 'Objects', 'Before', 'After', 'Effect', 'Undoes', 'Request'];
const page = 500;

/** The entries of a filter as CSV, read page by page. */
export function exportEntries(deps: Deps, actor: RequestActor, filter: Filter): Response {
  let before: string | null = null;
  let isOver = false;
  return csvAnswer('change-history.csv', [...columns, ...more], async () => {
    if (isOver) return [];
    const rows: EntryRecord[] = await deps.db.tenantSql(actor.workspaceId, (sql) =>
      findEntries(actor.workspaceId, sql, filter, { before, limit: page }),
    );
    before = rows.at(-1)?.id ?? null;
    isOver = rows.length < page;
    return rows.map((row) => csvLine(cellsOf(viewEntry(row))));
  });
}

function cellsOf(entry: AuditEntryView): string[] {
  const values = (side: 'before' | 'after') =>
    entry.changes
      .map((change) => `${change.field}: ${change.is_secret ? 'secret' : JSON.stringify(change[side] ?? null)}`)
      .join('; ');
  const effect = Object.entries(entry.effect).map(([name, count]) => `${name}: ${count}`);
  return [
    entry.at,
    entry.id,
    entry.person?.name ?? (entry.via === 'operator' ? 'Operator' : 'Skein'),
    entry.person?.email ?? '',
    entry.via,
    entry.api_key?.name ?? '',
    entry.ip ?? '',
    entry.user_agent ?? '',
    entry.kind,
    entry.action,
    entry.object.label,
    entry.object.id,
    String(entry.objects),
    values('before'),
    values('after'),
    effect.join('; '),
    entry.undoes ?? '',
    entry.request_id ?? '',
  ];
}

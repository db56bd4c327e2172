import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { Conditions } from '#platform/db/conditions';

export interface EntryFilter {
  person_id?: number;
  kind?: string;
  via?: string;
  search?: string;
  from?: string;
  to?: string;
}

export type Changes = Record<string, [unknown, unknown] | 'secret'>;

export interface EntryRecord {
  id: string;
  at: Date;
  user_id: UserId | null;
  actor: string;
  name: string;
  via: 'session' | 'api-key' | 'link' | 'operator' | 'system';
  api_key_id: number | null;
  api_key_name: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  route: string | null;
  target_kind: string;
  action: string;
  target_id: string;
  label: string;
  objects: number;
  changes: Changes;
  effect: Record<string, number>;
  detail: Record<string, unknown>;
  undoes_id: string | null;
  is_undone: boolean;
  /** Whether one of its fields was changed again later, on one of its objects. */
  is_changed_since: boolean;
}

const laterChange = `
  exists (
    select
    from audit_object o
    join audit_object l on l.workspace_id = o.workspace_id and l.object_id = o.object_id and l.entry_id > o.entry_id
    join audit_entry later on later.id = l.entry_id and later.workspace_id = l.workspace_id
    where o.workspace_id = e.workspace_id
      and o.entry_id = e.id
      and later.target_kind = e.target_kind
      and (later.action = 'deleted' or later.changes ?| array(select jsonb_object_keys(e.changes)))
  )`;

/** Entries, newest first, from before an id. */
export async function findEntries(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: EntryFilter,
  page: { before: string | null; limit: number; id?: string },
): Promise<EntryRecord[]> {
  const where = new Conditions().add('e.workspace_id = ?', workspaceId);
  if (page.before !== null) where.add('e.id < ?', page.before);
  if (page.id !== undefined) where.add('e.id = ?', page.id);
  if (filter.person_id) where.add('e.user_id = ?', filter.person_id);
  if (filter.kind) where.add('e.target_kind = ?', filter.kind);
  if (filter.via) where.add('e.via = ?', filter.via);
  if (filter.from) where.add('e.at >= ?', filter.from);
  if (filter.to) where.add('e.at < ?', filter.to);
  if (filter.search)
    where.add(
      `
        exists (
          select
          from audit_object o
          where o.workspace_id = e.workspace_id
            and o.entry_id = e.id
            and (o.object_id = ? or strpos(lower(o.label), lower(?)) > 0)
        )
        or strpos(lower(e.changes::text), lower(?)) > 0
        or e.detail ->> 'values' is not null and strpos(lower(e.detail ->> 'values'), lower(?)) > 0
      `,
      filter.search,
      filter.search,
      filter.search,
      filter.search,
    );
  const { rows } = await sql.query<EntryRecord>(
    `
      select e.id::text as id, e.at, e.user_id, e.actor, e.name, e.via, e.api_key_id, k.name as api_key_name, e.ip,
        e.user_agent, e.request_id, e.route, e.target_kind, e.action, e.target_id, e.changes, e.detail,
        e.undoes_id::text as undoes_id, coalesce(f.label, '') as label, greatest(o.objects, 1)::int as objects, o.effect,
        exists (select from audit_entry u where u.workspace_id = e.workspace_id and u.undoes_id = e.id) as is_undone,
        ${laterChange} as is_changed_since
      from audit_entry e
      left join api_key k on k.workspace_id = e.workspace_id and k.id = e.api_key_id
      left join audit_object f on f.entry_id = e.id and f.workspace_id = e.workspace_id and f.object_id = e.target_id
      left join lateral (
        select sum(n.objects)::int as objects, coalesce(jsonb_object_agg(n.key, n.total) filter (where n.key <> ''), '{}') as effect
        from (
          select coalesce(x.key, '') as key, sum(x.value::numeric) as total,
            case when x.key is null then count(*) else 0 end as objects
          from (
            select null as key, '0' as value
            from audit_object c
            where c.workspace_id = e.workspace_id and c.entry_id = e.id
            union all
            select each.key, each.value
            from audit_object c
            cross join lateral jsonb_each_text(c.effect) as each
            where c.workspace_id = e.workspace_id and c.entry_id = e.id
          ) x
          group by x.key
        ) n
      ) o on true
      where ${where.sql}
      order by e.id desc
      limit ${where.value(page.limit)}
    `,
    where.values,
  );
  return rows;
}

/** The objects of an entry. */
export async function findObjects(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entryId: string,
  most: number,
): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql.query<{ id: string; label: string }>(
    `
      select object_id as id, label
      from audit_object
      where workspace_id = $1 and entry_id = $2
      order by label, object_id
      limit $3
    `,
    [workspaceId, entryId, most],
  );
  return rows;
}

/** Earlier changes of the same fields of the entry's first object, newest first. */
export async function findEarlier(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  entry: Pick<EntryRecord, 'id' | 'target_kind' | 'target_id' | 'changes'>,
): Promise<{ id: string; at: Date; name: string; via: string; changes: Changes }[]> {
  const { rows } = await sql.query<{ id: string; at: Date; name: string; via: string; changes: Changes }>(
    `
      select e.id::text as id, e.at, coalesce(nullif(e.name, ''), e.actor) as name, e.via, e.changes
      from audit_object o
      join audit_entry e on e.workspace_id = o.workspace_id and e.id = o.entry_id
      where o.workspace_id = $1
        and o.object_id = $3
        and e.target_kind = $2
        and e.id < $4
        and e.changes ?| $5::text[]
      order by e.id desc
      limit 10
    `,
    [workspaceId, entry.target_kind, entry.target_id, entry.id, Object.keys(entry.changes)],
  );
  return rows;
}

/** Who and what the history names. */
export async function findChoices(workspaceId: WorkspaceId, sql: SqlClient) {
  const people = await sql.query<{ id: number; name: string }>(
    `
      select e.user_id as id, max(coalesce(nullif(e.name, ''), e.actor)) as name
      from audit_entry e
      where e.workspace_id = $1 and e.user_id is not null
      group by e.user_id
      order by name
      limit 500
    `,
    [workspaceId],
  );
  const kinds = await sql.query<{ kind: string }>(
    'select distinct target_kind as kind from audit_entry where workspace_id = $1 order by kind',
    [workspaceId],
  );
  const kept = await sql.query<{ audit_days: number }>('select audit_days from workspace where id = $1', [workspaceId]);
  return {
    people: people.rows,
    kinds: kinds.rows.map((row) => row.kind),
    keep_days: kept.rows[0]?.audit_days ?? 730,
  };
}

export async function writeRetention(workspaceId: WorkspaceId, sql: SqlClient, days: number): Promise<void> {
  await sql.query('update workspace set audit_days = $2 where id = $1', [workspaceId, days]);
}

/** Deletes entries that are older than their workspace keeps them, a portion at a time. @returns how many */
export const deleteOldEntries = (db: Database): Promise<number> =>
  db.systemSql(async (sql) => {
    const { rowCount } = await sql.query(
      `
        delete from audit_entry
        where id in (
          select e.id
          from workspace w
          join audit_entry e on e.workspace_id = w.id
          where e.at < now() - make_interval(days => w.audit_days)
          limit 5000
        )
      `,
    );
    return rowCount ?? 0;
  });

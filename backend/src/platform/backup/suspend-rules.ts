import type { Client } from 'pg';

/** What was set aside, so that it can be put back exactly as it was. */
interface SuspendedRules {
  /** With the statement that empties what names no row, for a key that forgets what is deleted. */
  foreignKeys: { table: string; name: string; definition: string; forget: string | null }[];
  triggers: { table: string; name: string; state: 'O' | 'R' | 'A' }[];
  forced: string[];
}

const ours = `n.nspname in ('public', 'sandbox')`;
/** What `alter table` says for each way a trigger can be on (pg_trigger.tgenabled). */
const enabling = { O: 'enable trigger', R: 'enable replica trigger', A: 'enable always trigger' };

/**
 * Runs `load` while the tables keep none of the rules that hold between rows: foreign keys are dropped, our triggers are off, and row-level
 * security does not bind the owner. Afterwards all of them are put back; making the foreign keys again checks every row. A reference that a
 * delete would have emptied is emptied first where its row is gone: an older version, to which it was no key, left it behind. It needs the
 * owner of the tables and nothing more: neither a superuser nor BYPASSRLS nor session_replication_role. The caller holds the transaction,
 * so nobody else ever sees the tables without their rules.
 * @throws when a row has no counterpart: the data is damaged
 */
export async function withRulesSuspended<Result>(client: Client, load: () => Promise<Result>): Promise<Result> {
  const rules = await readRules(client);
  await alterTables(client, rules.foreignKeys, ({ name }) => `drop constraint ${client.escapeIdentifier(name)}`);
  for (const table of new Set(rules.triggers.map((trigger) => trigger.table)))
    await client.query(`alter table ${table} disable trigger user`);
  for (const table of rules.forced) await client.query(`alter table ${table} no force row level security`);

  const result = await load();

  for (const { forget } of rules.foreignKeys) if (forget !== null) await client.query(forget);
  await addConstraints(client, rules.foreignKeys);
  await alterTables(client, rules.triggers, ({ name, state }) => `${enabling[state]} ${client.escapeIdentifier(name)}`);
  for (const table of rules.forced) await client.query(`alter table ${table} force row level security`);
  return result;
}

/**
 * Runs `load` while the tables do not check the values of their columns: an older version wrote what a check of this
 * one refuses, until `load` has mended it. Checks that do not hold for every row anyway stay on: putting them back
 * would not read the rows.
 * @throws when a row keeps a value that is not allowed
 */
export async function withChecksSuspended(client: Client, load: () => Promise<void>): Promise<void> {
  const { rows: checks } = await client.query<{ table: string; name: string; definition: string }>(
    `
      select format('%I.%I', n.nspname, c.relname) as table, k.conname as name,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'c'
        and k.convalidated
        and k.coninhcount = 0
        and ${ours}
      order by 1, 2
    `,
  );
  await alterTables(client, checks, ({ name }) => `drop constraint ${client.escapeIdentifier(name)}`);
  await load();
  await addConstraints(client, checks);
}

const addConstraints = (client: Client, constraints: readonly { table: string; name: string; definition: string }[]) =>
  alterTables(
    client,
    constraints,
    ({ name, definition }) => `add constraint ${client.escapeIdentifier(name)} ${definition}`,
  );

/** One statement for each table, in the order of the rules: each further one makes every plan and cache of the table anew. */
async function alterTables<Rule extends { table: string }>(
  client: Client,
  rules: readonly Rule[],
  actionOf: (rule: Rule) => string,
): Promise<void> {
  for (const table of new Set(rules.map((rule) => rule.table))) {
    const actions = rules.filter((rule) => rule.table === table).map(actionOf);
    await client.query(`alter table ${table} ${actions.join(', ')}`);
  }
}

async function readRules(client: Client): Promise<SuspendedRules> {
  const { rows: foreignKeys } = await client.query<SuspendedRules['foreignKeys'][number]>(
    `
      select format('%I.%I', n.nspname, c.relname) as table, k.conname as name,
        pg_get_constraintdef(k.oid) as definition,
        case when k.confdeltype = 'n' then (
          select format(
            'update %I.%I t set %s where %s and not exists (select from %s r where %s)', n.nspname, c.relname,
            string_agg(format('%I = null', a.attname), ', ')
              filter (where a.attnum = any(coalesce(nullif(k.confdelsetcols, '{}'), k.conkey))),
            string_agg(format('t.%I is not null', a.attname), ' and '), k.confrelid::regclass,
            string_agg(format('r.%I = t.%I', b.attname, a.attname), ' and ')
          )
          from unnest(k.conkey, k.confkey) pair(own, named)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
          join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.named
        ) end as forget
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f'
        and k.conparentid = 0
        and ${ours}
      order by 1, 2
    `,
  );
  const { rows: triggers } = await client.query<SuspendedRules['triggers'][number]>(
    `
      select format('%I.%I', n.nspname, c.relname) as table, t.tgname as name, t.tgenabled as state
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal
        and t.tgenabled <> 'D'
        and ${ours}
      order by c.relispartition, 1, 2
    `,
  );
  const { rows: forced } = await client.query<{ table: string }>(
    `
      select format('%I.%I', n.nspname, c.relname) as table
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relforcerowsecurity
        and ${ours}
      order by 1
    `,
  );
  return { foreignKeys, triggers, forced: forced.map((row) => row.table) };
}

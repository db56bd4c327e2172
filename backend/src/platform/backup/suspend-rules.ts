import type { Client } from 'pg';

/** What was set aside, so that it can be put back exactly as it was. */
interface SuspendedRules {
  foreignKeys: { table: string; name: string; definition: string }[];
  triggers: { table: string; name: string; state: 'O' | 'R' | 'A' }[];
  forced: string[];
}

const ours = `n.nspname in ('public', 'sandbox')`;
/** What `alter table` says for each way a trigger can be on (pg_trigger.tgenabled). */
const enabling = { O: 'enable trigger', R: 'enable replica trigger', A: 'enable always trigger' };

/**
 * Runs `load` while the tables keep none of the rules that hold between rows: foreign keys are dropped, our triggers are off, and row-level
 * security does not bind the owner. Afterwards all of them are put back; making the foreign keys again checks every row. It needs the owner
 * of the tables and nothing more: neither a superuser nor BYPASSRLS nor session_replication_role. The caller holds the transaction, so
 * nobody else ever sees the tables without their rules.
 * @throws when a row has no counterpart: the data is damaged
 */
export async function withRulesSuspended<Result>(client: Client, load: () => Promise<Result>): Promise<Result> {
  const rules = await readRules(client);
  for (const { table, name } of rules.foreignKeys)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  for (const table of new Set(rules.triggers.map((trigger) => trigger.table)))
    await client.query(`alter table ${table} disable trigger user`);
  for (const table of rules.forced) await client.query(`alter table ${table} no force row level security`);

  const result = await load();

  for (const { table, name, definition } of rules.foreignKeys)
    await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`);
  for (const { table, name, state } of rules.triggers)
    await client.query(`alter table ${table} ${enabling[state]} ${client.escapeIdentifier(name)}`);
  for (const table of rules.forced) await client.query(`alter table ${table} force row level security`);
  return result;
}

async function readRules(client: Client): Promise<SuspendedRules> {
  const { rows: foreignKeys } = await client.query<SuspendedRules['foreignKeys'][number]>(
    `
      select format('%I.%I', n.nspname, c.relname) as table, k.conname as name,
        pg_get_constraintdef(k.oid) as definition
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

import type { PortType } from '@skein/contracts/constants';
import type { SeedView } from '@skein/contracts/smart-delivery/seed-shapes';
import type { SqlClient } from '#platform/db/database';

/**
 * A mailbox that tests write to and look into, and nothing else. Operators and workspaces connect them; the sandbox registers
 * loopback mailboxes at stand-ins of providers and says so.
 */
export interface Seed {
  email: string;
  provider: string;
  region: string;
  is_sandbox: boolean;
  imap: { host: string; port: number; portType: PortType };
  sealed_password: Buffer;
}

/** What the sealed password of a seed is bound to. */
export const seedSecretContext = (email: string): string => `placement-seed:${email}`;

/** Registers seeds, or gives them these servers; what an operator switched off or deleted stays so. Other seeds of the same kind are put to rest. System role only. */
export async function registerSeeds(sql: SqlClient, isSandbox: boolean, seeds: readonly Seed[]): Promise<void> {
  for (const seed of seeds)
    await sql.query(
      `
        insert into placement_seed (email, provider, region, is_sandbox, imap, sealed_password)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (email) do update
        set provider = excluded.provider, region = excluded.region, is_sandbox = excluded.is_sandbox,
          imap = excluded.imap,
          sealed_password = case when placement_seed.deleted_at is null then excluded.sealed_password else placement_seed.sealed_password end
      `,
      [seed.email, seed.provider, seed.region, isSandbox, JSON.stringify(seed.imap), seed.sealed_password],
    );
  await sql.query('update placement_seed set is_active = false where is_sandbox = $1 and email <> all($2::text[])', [
    isSandbox,
    seeds.map(({ email }) => email),
  ]);
}

export interface NewSeed extends Omit<Seed, 'is_sandbox'> {
  kind: SeedView['kind'];
  auth_method: SeedView['auth_method'];
  /** The workspace that it is kept for; null: every workspace. */
  owner_workspace_id: number | null;
}

/** A seed as operators and its workspace see it: never its secret. */
export interface SeedRow extends Pick<NewSeed, 'kind' | 'auth_method' | 'owner_workspace_id'> {
  id: number;
  email: string;
  provider: string;
  region: string;
  is_sandbox: boolean;
  imap: Seed['imap'];
  owner_name: string | null;
  is_active: boolean;
  checked_at: Date | null;
  problem: string | null;
}

const columns = `
  id, email, provider, region, kind, is_sandbox, imap, is_active, auth_method, owner_workspace_id,
  (select w.name from workspace w where w.id = owner_workspace_id) as owner_name, checked_at, problem`;

/**
 * What an address is besides: a mailbox that sends, one that the warmup pool answers from, or a lead; null for none of these. System role only.
 * @param owner the workspace that a seed is kept for: leads of others do not matter then
 */
export async function otherUseOf(
  sql: SqlClient,
  email: string,
  owner: number | null,
): Promise<'sender' | 'pool' | 'lead' | null> {
  const { rows } = await sql.query<{ use: 'sender' | 'pool' | 'lead' | null }>(
    `
      select
        case
          when exists (select from mailbox where lower(from_email) = lower($1) and deleted_at is null) then 'sender'
          when exists (select from warmup_pool_member where email = lower($1) and not is_sandbox) then 'pool'
          when exists (
            select
            from workspace w
            join lead l on l.workspace_id = w.id and l.email = lower($1)
            where $2::int is null or w.id = $2
          ) then 'lead'
          end as use
    `,
    [email, owner],
  );
  return rows[0]?.use ?? null;
}

/**
 * Adds a seed, or gives it other servers, once its login worked. One of another owner stays that owner's, and so does a deleted one that results of
 * other workspaces name. System role only.
 * @returns null when it is kept for somebody else
 */
export async function addSeed(sql: SqlClient, seed: NewSeed, at: Date): Promise<SeedRow | null> {
  const { rows } = await sql.query<SeedRow>(
    `
      insert into placement_seed (
        email, provider, region, kind, is_sandbox, imap, sealed_password, checked_at, auth_method, owner_workspace_id
      )
      values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9)
      on conflict (email) do update
      set provider = excluded.provider, region = excluded.region, kind = excluded.kind, imap = excluded.imap,
        is_sandbox = false, sealed_password = excluded.sealed_password, is_active = true, deleted_at = null,
        checked_at = excluded.checked_at, problem = null, auth_method = excluded.auth_method,
        owner_workspace_id = excluded.owner_workspace_id
      where placement_seed.owner_workspace_id is not distinct from excluded.owner_workspace_id
        or (
          placement_seed.deleted_at is not null
          and (
            excluded.owner_workspace_id is null
            or not exists (
              select
              from placement_mail m
              where m.seed_id = placement_seed.id and m.workspace_id <> excluded.owner_workspace_id
            )
          )
        )
      returning ${columns}
    `,
    [
      ...[seed.email, seed.provider, seed.region, seed.kind, JSON.stringify(seed.imap), seed.sealed_password, at],
      ...[seed.auth_method, seed.owner_workspace_id],
    ],
  );
  return rows[0] ?? null;
}

export async function workspaceExists(sql: SqlClient, workspaceId: number): Promise<boolean> {
  const { rowCount } = await sql.query('select from workspace where id = $1 and deleting_at is null', [workspaceId]);
  return rowCount === 1;
}

/** Every seed, or every one that a workspace keeps for itself; also those that are switched off. System role only. */
export const listSeeds = async (sql: SqlClient, owner: number | null): Promise<SeedRow[]> =>
  (
    await sql.query<SeedRow>(
      `
        select ${columns}
        from placement_seed
        where deleted_at is null and ($1::int is null or owner_workspace_id = $1)
        order by provider, region, email
      `,
      [owner],
    )
  ).rows;

/** One seed with its sealed secret, by id or address. System role only. @param owner the workspace whose seed it has to be; null: any */
export async function findSeed(
  sql: SqlClient,
  owner: number | null,
  by: { id: number } | { email: string },
): Promise<(SeedRow & { sealed_password: Buffer }) | null> {
  const { rows } = await sql.query<SeedRow & { sealed_password: Buffer }>(
    `
      select ${columns}, sealed_password
      from placement_seed
      where deleted_at is null
        and ($3::int is null or owner_workspace_id = $3)
        and (id = $1 or email = lower($2))
    `,
    ['id' in by ? by.id : null, 'email' in by ? by.email : null, owner],
  );
  return rows[0] ?? null;
}

/** What the last read of a seed told. @param problem null when it worked */
export const noteSeedCheck = (sql: SqlClient, id: number, problem: string | null, at: Date) =>
  sql.query('update placement_seed set checked_at = $2, problem = $3 where id = $1', [
    id,
    at,
    problem?.slice(0, 500) ?? null,
  ]);

/** @returns whether that changed it */
export async function setSeedActive(sql: SqlClient, id: number, isActive: boolean): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update placement_seed set is_active = $2 where id = $1 and deleted_at is null and is_active <> $2',
    [id, isActive],
  );
  return rowCount === 1;
}

/**
 * Deletes a seed: the row stays for results that name it, its password goes. Emails that were still to be sent to it or found in it are
 * cancelled, so that their runs end. System role only.
 * @param sealedNothing takes the place of the password
 */
export async function deleteSeed(sql: SqlClient, id: number, sealedNothing: Buffer, at: Date): Promise<void> {
  await sql.query(
    `
      update placement_seed
      set deleted_at = $3, is_active = false, sealed_password = $2, auth_method = 'PASSWORD', problem = null
      where id = $1 and deleted_at is null
    `,
    [id, sealedNothing, at],
  );
  await sql.query(
    `
      update placement_mail
      set state = case when landed is null then 'CANCELLED' else state end, look_at = null,
        failure_text = case when landed is null then 'The seed was deleted.' else failure_text end
      where seed_id = $1
        and (state = 'PLANNED' or state in ('SENT', 'IN_DOUBT') and (landed is null or landed = 'MISSING'))
    `,
    [id],
  );
}

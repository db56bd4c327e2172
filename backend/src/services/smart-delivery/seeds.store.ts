import type { WorkspaceId } from '@skein/contracts/ids';
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

/**
 * What the sealed secret of a seed is bound to. The version before would log in with a grant as if it were a password,
 * so a grant does not open for it.
 */
export const seedSecretContext = (email: string, method: SeedView['auth_method'] = 'PASSWORD'): string =>
  `${method === 'XOAUTH2' ? 'placement-seed-grant' : 'placement-seed'}:${email}`;

const noCode = 'code_hash = null, code_mailed_at = null, code_looks = 0, code_look_at = null';

/**
 * Registers seeds, or gives them these servers; what an operator switched off or deleted stays so. Other seeds of the
 * same kind are put to rest. System role only.
 */
export async function registerSeeds(sql: SqlClient, isSandbox: boolean, seeds: readonly Seed[]): Promise<void> {
  for (const seed of seeds)
    await sql.query(
      `
        insert into placement_seed (email, provider, region, is_sandbox, imap, sealed_password)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (email) do update
        set provider = excluded.provider, region = excluded.region, is_sandbox = excluded.is_sandbox,
          imap = excluded.imap, auth_method = 'PASSWORD', owner_workspace_id = null, in_use = false, proved_at = null,
          ${noCode}, renewing_until = null, is_active = placement_seed.is_active or placement_seed.in_use,
          sealed_password = case when placement_seed.deleted_at is null then excluded.sealed_password
            else placement_seed.sealed_password end
      `,
      [seed.email, seed.provider, seed.region, isSandbox, JSON.stringify(seed.imap), seed.sealed_password],
    );
  await sql.query(
    'update placement_seed set is_active = false, in_use = false where is_sandbox = $1 and email <> all($2::text[])',
    [isSandbox, seeds.map(({ email }) => email)],
  );
}

export interface NewSeed extends Omit<Seed, 'is_sandbox'> {
  kind: SeedView['kind'];
  auth_method: SeedView['auth_method'];
  /** The workspace that it is kept for; null: every workspace. */
  owner_workspace_id: number | null;
  /** Whether its owner is known to own the address; otherwise a code has to show that. */
  is_proved: boolean;
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
  proved_at: Date | null;
  has_code: boolean;
  code_mailed_at: Date | null;
  checked_at: Date | null;
  problem: string | null;
}

/** New runs write to a seed. @param seed the alias of its row, with a dot */
export const isInUse = (seed = '') => `(${seed}is_active or ${seed}in_use)`;

const columns = `
  id, email, provider, region, kind, is_sandbox, imap, ${isInUse()} as is_active, auth_method, owner_workspace_id,
  (select w.name from workspace w where w.id = owner_workspace_id) as owner_name, proved_at, code_hash is not null as has_code,
  code_mailed_at, checked_at, problem`;

/**
 * What an address is besides: a mailbox that sends, one that the warmup pool answers from, or a lead; null for none of
 * these. System role only.
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

/** Whether a workspace itself sends from an address or has it as a lead; null for neither. System role only. */
export async function ownUseOf(
  sql: SqlClient,
  email: string,
  workspaceId: WorkspaceId,
): Promise<'sender' | 'lead' | null> {
  const { rows } = await sql.query<{ use: 'sender' | 'lead' | null }>(
    `
      select
        case
          when exists (
            select from mailbox where workspace_id = $2 and lower(from_email) = lower($1) and deleted_at is null
          ) then 'sender'
          when exists (select from lead where workspace_id = $2 and email = lower($1)) then 'lead'
          end as use
    `,
    [email, workspaceId],
  );
  return rows[0]?.use ?? null;
}

/**
 * SQL: whether a row can become the seed of another owner. One that its owner has not proved keeps nobody out, and a
 * deleted one is free unless results of other workspaces name it.
 * @param owner SQL of the ID of the new owner
 */
const isFreeFor = (owner: string) => `
  (
    placement_seed.owner_workspace_id is not distinct from ${owner}
    or (
      (
        placement_seed.deleted_at is not null
        or placement_seed.owner_workspace_id is not null and placement_seed.proved_at is null
      )
      and (
        ${owner} is null
        or not exists (
          select
          from placement_mail m
          where m.seed_id = placement_seed.id and m.workspace_id <> ${owner}
        )
      )
    )
  )`;

/** Whether an address is a seed that cannot become one of this owner. System role only. */
export async function isTaken(sql: SqlClient, email: string, owner: number | null): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from placement_seed where email = $1 and not ${isFreeFor('$2::int')} limit 1`,
    [email, owner],
  );
  return rowCount === 1;
}

/**
 * Locks the seeds of a workspace until the transaction ends: two requests at once cannot both take the last place. System role only.
 * @returns how many it has besides this address
 */
export async function countOwnSeeds(sql: SqlClient, workspaceId: WorkspaceId, email: string): Promise<number> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`own-seeds:${workspaceId}`]);
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from placement_seed
      where owner_workspace_id = $1 and deleted_at is null and email <> $2
    `,
    [workspaceId, email],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Adds a seed, or gives it other servers, once its login worked. Proof stays with the servers that it was found on. System role only.
 * @returns null when it is taken
 */
export async function addSeed(sql: SqlClient, seed: NewSeed, at: Date): Promise<SeedRow | null> {
  const isSame = `(
    placement_seed.owner_workspace_id = excluded.owner_workspace_id and placement_seed.deleted_at is null
  )`;
  const staysProved = `coalesce(
    ${isSame} and placement_seed.proved_at is not null and placement_seed.imap = excluded.imap, false
  )`;
  const ofSame = (column: string) => `${column} = case when ${isSame} then placement_seed.${column} end`;
  const { rows } = await sql.query<SeedRow>(
    `
      insert into placement_seed (
        email, provider, region, kind, is_sandbox, imap, sealed_password, checked_at, auth_method, owner_workspace_id,
        is_active, in_use, proved_at
      )
      values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (email) do update
      set provider = excluded.provider, region = excluded.region, kind = excluded.kind, imap = excluded.imap,
        is_sandbox = false, sealed_password = excluded.sealed_password, deleted_at = null,
        checked_at = excluded.checked_at, problem = null, auth_method = excluded.auth_method,
        owner_workspace_id = excluded.owner_workspace_id, is_active = excluded.is_active,
        in_use = excluded.in_use or ${staysProved},
        proved_at = case when ${staysProved} then placement_seed.proved_at else excluded.proved_at end,
        ${ofSame('code_hash')}, ${ofSame('code_mailed_at')}, code_looks = 0, code_look_at = null, renewing_until = null
      where ${isFreeFor('excluded.owner_workspace_id')}
      returning ${columns}
    `,
    [
      ...[seed.email, seed.provider, seed.region, seed.kind, JSON.stringify(seed.imap), seed.sealed_password, at],
      ...[seed.auth_method, seed.owner_workspace_id, isKnownBefore(seed), seed.is_proved && !isKnownBefore(seed)],
      seed.is_proved && seed.owner_workspace_id !== null ? at : null,
    ],
  );
  return rows[0] ?? null;
}

/** The version before chooses and reads these alone. */
const isKnownBefore = (seed: Pick<SeedRow, 'auth_method' | 'owner_workspace_id'>): boolean =>
  seed.auth_method === 'PASSWORD' && seed.owner_workspace_id === null;

export async function workspaceExists(sql: SqlClient, workspaceId: WorkspaceId): Promise<boolean> {
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

const isKnown = `(auth_method = 'PASSWORD' and owner_workspace_id is null)`;

/** @returns whether that changed it */
export async function setSeedActive(sql: SqlClient, id: number, isActive: boolean): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update placement_seed
      set is_active = $2 and ${isKnown}, in_use = $2 and not ${isKnown}
      where id = $1 and deleted_at is null and ${isInUse()} <> $2
    `,
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
      set deleted_at = $3, is_active = false, in_use = false, sealed_password = $2, auth_method = 'PASSWORD',
        problem = null, proved_at = null, renewing_until = null, ${noCode}
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

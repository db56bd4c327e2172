import type { PortType } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';

/**
 * A mailbox that tests write to and look into, and nothing else. Whoever runs an installation registers them; the sandbox registers
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

/** How many seeds can be chosen, by provider and region. System role only. */
export async function countSeeds(
  sql: SqlClient,
): Promise<{ provider: string; region: string; count: number; is_sandbox: boolean }[]> {
  return (
    await sql.query<{ provider: string; region: string; count: number; is_sandbox: boolean }>(
      `
        select provider, region, count(*)::int as count, bool_or(is_sandbox) as is_sandbox
        from placement_seed
        where is_active
        group by provider, region
        order by provider, region
      `,
    )
  ).rows;
}

export interface SeedChoice {
  /** An empty list is all. */
  providers: readonly string[];
  regions: readonly string[];
  /** Providers in regions, where not every one of these is wanted in every one of those; an empty list is all. */
  seed_groups: readonly { provider: string; region: string }[];
}

/** Ids of the seeds that match all three. System role only. */
export async function chooseSeeds(
  sql: SqlClient,
  { providers, regions, seed_groups: groups }: SeedChoice,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from placement_seed
      where is_active
        and (cardinality($1::text[]) = 0 or provider = any($1::text[]))
        and (cardinality($2::text[]) = 0 or region = any($2::text[]))
        and (
          cardinality($3::text[]) = 0
          or (provider, region) in (select g.provider, g.region from unnest($3::text[], $4::text[]) as g(provider, region))
        )
      order by id
    `,
    [providers, regions, groups.map(({ provider }) => provider), groups.map(({ region }) => region)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Providers in regions of these seeds, as a new test names them, and how many of the seeds are gone. No group when they are all that there is;
 * where none of them is left the groups stay, as no group would mean all seeds. System role only.
 */
export async function findSeedGroups(
  sql: SqlClient,
  seedIds: readonly number[],
): Promise<{ groups: { provider: string; region: string }[]; gone: number }> {
  const { rows } = await sql.query<{
    provider: string;
    region: string;
    is_in: boolean;
    is_there: boolean;
    kept: number;
  }>(
    `
      select provider, region, bool_or(id = any($1::int[])) as is_in, bool_or(is_active) as is_there,
        count(*) filter (where is_active and id = any($1::int[]))::int as kept
      from placement_seed
      where is_active or id = any($1::int[])
      group by provider, region
      order by provider, region
    `,
    [seedIds],
  );
  const there = rows.filter((row) => row.is_there);
  const isAll = there.length > 0 && there.every((row) => row.is_in);
  return {
    groups: isAll ? [] : rows.filter((row) => row.is_in).map(({ provider, region }) => ({ provider, region })),
    gone: seedIds.length - rows.reduce((sum, { kept }) => sum + kept, 0),
  };
}

export interface NewSeed extends Omit<Seed, 'is_sandbox'> {
  kind: 'personal' | 'business';
}

/** A seed as operators see it: never its password. */
export interface SeedRow extends Pick<Seed, 'email' | 'provider' | 'region' | 'is_sandbox' | 'imap'> {
  id: number;
  kind: 'personal' | 'business';
  is_active: boolean;
  checked_at: Date | null;
  problem: string | null;
}

const columns = 'id, email, provider, region, kind, is_sandbox, imap, is_active, checked_at, problem';

/** What an address is besides: a mailbox that sends, one that the warmup pool answers from, or a lead; null for none of these. System role only. */
export async function otherUseOf(sql: SqlClient, email: string): Promise<'sender' | 'pool' | 'lead' | null> {
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
          ) then 'lead'
          end as use
    `,
    [email],
  );
  return rows[0]?.use ?? null;
}

/** Adds a seed of the operator, or gives it other servers, once its login worked. System role only. */
export async function addSeed(sql: SqlClient, seed: NewSeed, at: Date): Promise<SeedRow> {
  const { rows } = await sql.query<SeedRow>(
    `
      insert into placement_seed (email, provider, region, kind, is_sandbox, imap, sealed_password, checked_at)
      values ($1, $2, $3, $4, false, $5, $6, $7)
      on conflict (email) do update
      set provider = excluded.provider, region = excluded.region, kind = excluded.kind, imap = excluded.imap,
        is_sandbox = false, sealed_password = excluded.sealed_password, is_active = true, deleted_at = null,
        checked_at = excluded.checked_at, problem = null
      returning ${columns}
    `,
    [seed.email, seed.provider, seed.region, seed.kind, JSON.stringify(seed.imap), seed.sealed_password, at],
  );
  return rows[0] as SeedRow;
}

/** Every seed, also those that are switched off. System role only. */
export const listSeeds = async (sql: SqlClient): Promise<SeedRow[]> =>
  (
    await sql.query<SeedRow>(
      `select ${columns} from placement_seed where deleted_at is null order by provider, region, email`,
    )
  ).rows;

/** One seed with its sealed password, by id or address. System role only. */
export async function findSeed(
  sql: SqlClient,
  by: { id: number } | { email: string },
): Promise<(SeedRow & { sealed_password: Buffer }) | null> {
  const { rows } = await sql.query<SeedRow & { sealed_password: Buffer }>(
    `
      select ${columns}, sealed_password
      from placement_seed
      where deleted_at is null and (id = $1 or email = lower($2))
    `,
    ['id' in by ? by.id : null, 'email' in by ? by.email : null],
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
      set deleted_at = $3, is_active = false, sealed_password = $2, problem = null
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

import type { PortType } from '@skein/contracts/constants';
import type { SqlClient } from '../../platform/db/database';

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

/** Registers seeds, or gives them these servers; other seeds of the same kind are put to rest. System role only. */
export async function registerSeeds(sql: SqlClient, isSandbox: boolean, seeds: readonly Seed[]): Promise<void> {
  for (const seed of seeds)
    await sql.query(
      `
        insert into placement_seed (email, provider, region, is_sandbox, imap, sealed_password)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (email) do update
        set provider = excluded.provider, region = excluded.region, is_sandbox = excluded.is_sandbox,
          imap = excluded.imap, sealed_password = excluded.sealed_password, is_active = true
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

import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { isInUse } from './seeds.store';

/** Seeds that a workspace's tests may write to: those of the installation, and its own. */
export const ofWorkspace = (parameter: string) => `(owner_workspace_id is null or owner_workspace_id = ${parameter})`;

interface SeedCount {
  provider: string;
  region: string;
  count: number;
  /** Of these, connected by the workspace itself. */
  own: number;
  is_sandbox: boolean;
}

/** How many seeds a workspace can choose, by provider and region. System role only. */
export async function countSeeds(sql: SqlClient, workspaceId: WorkspaceId): Promise<SeedCount[]> {
  return (
    await sql.query<SeedCount>(
      `
        select provider, region, count(*)::int as count, count(owner_workspace_id)::int as own, bool_or(is_sandbox) as is_sandbox
        from placement_seed
        where ${isInUse()} and ${ofWorkspace('$1')}
        group by provider, region
        order by provider, region
      `,
      [workspaceId],
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

/** Ids of the seeds of a workspace that match all three. System role only. */
export async function chooseSeeds(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { providers, regions, seed_groups: groups }: SeedChoice,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from placement_seed
      where ${isInUse()}
        and ${ofWorkspace('$5')}
        and (cardinality($1::text[]) = 0 or provider = any($1::text[]))
        and (cardinality($2::text[]) = 0 or region = any($2::text[]))
        and (
          cardinality($3::text[]) = 0
          or (provider, region) in (select g.provider, g.region from unnest($3::text[], $4::text[]) as g(provider, region))
        )
      order by id
    `,
    [providers, regions, groups.map(({ provider }) => provider), groups.map(({ region }) => region), workspaceId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Providers in regions of these seeds, as a new test names them, and how many of the seeds are gone. No group when they
 * are all that there is; where none of them is left the groups stay, as no group would mean all seeds. System role
 * only.
 */
export async function findSeedGroups(
  sql: SqlClient,
  workspaceId: WorkspaceId,
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
      select provider, region, bool_or(id = any($1::int[])) as is_in, bool_or(${isInUse()}) as is_there,
        count(*) filter (where ${isInUse()} and id = any($1::int[]))::int as kept
      from placement_seed
      where ${isInUse()} and ${ofWorkspace('$2')} or id = any($1::int[])
      group by provider, region
      order by provider, region
    `,
    [seedIds, workspaceId],
  );
  const there = rows.filter((row) => row.is_there);
  const isAll = there.length > 0 && there.every((row) => row.is_in);
  return {
    groups: isAll ? [] : rows.filter((row) => row.is_in).map(({ provider, region }) => ({ provider, region })),
    gone: seedIds.length - rows.reduce((sum, { kept }) => sum + kept, 0),
  };
}

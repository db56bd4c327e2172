import type { CampaignId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import type { SqlClient } from '#platform/db/database';
import { pauseSeconds } from './sequences.store';

/** The content of a sequence, who saved it, and whether by autosave. */
interface NewVersion {
  campaignId: CampaignId;
  content: unknown;
  userId: UserId;
  at: Date;
  isAutosave: boolean;
}

/**
 * Counts the version up, keeps its content, and answers its number. While somebody types, the newest version follows: it takes the
 * new number instead of standing beside it.
 */
export async function writeVersion(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, content, userId, at, isAutosave }: NewVersion,
): Promise<number> {
  const { rows } = await sql.query<{ version: number }>(
    `
      update campaign
      set sequence_version = sequence_version + 1, updated_at = $3
      where workspace_id = $1 and id = $2
      returning sequence_version as version
    `,
    [workspaceId, campaignId, at],
  );
  const { version } = rows[0] as { version: number };
  if (isAutosave) {
    const { rowCount } = await sql.query(
      `
        update sequence_version
        set version = $3, content = $4, created_at = $6, touched_at = clock_timestamp()
        where id = (
            select id
            from sequence_version
            where workspace_id = $1 and campaign_id = $2
            order by version desc
            limit 1
          )
          and is_autosave
          and created_by = $5
          and touched_at > clock_timestamp() - make_interval(secs => $7)
      `,
      [workspaceId, campaignId, version, JSON.stringify(content), userId, at, pauseSeconds],
    );
    if (rowCount === 1) return version;
  }
  await sql.query(
    `
      insert into sequence_version (
        workspace_id, campaign_id, version, content, created_by, created_at, is_autosave, touched_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
    `,
    [workspaceId, campaignId, version, JSON.stringify(content), userId, at, isAutosave],
  );
  return version;
}

export interface VersionRecord {
  version: number;
  /** Its place among the versions that are kept, from 1. */ number: number;
  created_at: Date;
  user_name: string | null;
  content: StepInput[];
}

/** How many versions of a sequence are listed. All are kept as long as the campaign, and are deleted with it (cascade). */
export const versionsListed = 100;

/** Saved versions, newest first; with a number only that one. */
export async function findVersions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  options: { version?: number; limit: number },
): Promise<VersionRecord[]> {
  const { rows } = await sql.query<VersionRecord>(
    `
      select v.version,
        (
          select count(*)::int
          from sequence_version o
          where o.campaign_id = v.campaign_id and o.version <= v.version
        ) as number,
        v.created_at, coalesce(u.name, u.email) as user_name, v.content
      from sequence_version v
      left join app_user u on u.id = v.created_by
      where v.workspace_id = $1 and v.campaign_id = $2 and ($3::int is null or v.version = $3)
      order by v.version desc
      limit $4
    `,
    [workspaceId, campaignId, options.version ?? null, options.limit],
  );
  return rows;
}

import type { CampaignId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export type SetupArea = 'schedule' | 'settings';

/** Changes by the same person that follow each other within this many seconds of real time are one version. */
const pauseSeconds = 60;

export interface SetupVersionRecord {
  area: SetupArea;
  version: number;
  content: Record<string, unknown>;
  changed: string[];
  created_at: Date;
  user_name: string | null;
}

/** Keeps what schedule or settings are now; before the first change, also what they were. */
export async function writeSetupVersion(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: {
    campaignId: CampaignId;
    area: SetupArea;
    before: unknown;
    after: unknown;
    changed: string[];
    /**
     * A draft saves by itself: what follows within a minute is the same version. A running campaign is changed on purpose, each time.
     */
    isTyping: boolean;
    userId: UserId | null;
    at: Date;
  },
): Promise<void> {
  const {
    rows: [latest],
  } = await sql.query<{ id: number; version: number; is_running: boolean }>(
    `
      select id, version,
        version > 1
          and created_by is not distinct from $4::int
          and touched_at > clock_timestamp() - make_interval(secs => $5) as is_running
      from setup_version
      where workspace_id = $1 and campaign_id = $2 and area = $3
      order by version desc
      limit 1
    `,
    [workspaceId, given.campaignId, given.area, given.userId, pauseSeconds],
  );
  if (latest?.is_running && given.isTyping) {
    await sql.query(
      `
        update setup_version
        set content = $3, changed = (select array_agg(distinct c) from unnest(changed || $4::text[]) c),
          created_at = $5, touched_at = clock_timestamp()
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, latest.id, JSON.stringify(given.after), given.changed, given.at],
    );
    return;
  }
  const insert = (version: number, content: unknown, changed: string[], userId: UserId | null) =>
    sql.query(
      `
        insert into setup_version (
          workspace_id, campaign_id, area, version, content, changed, created_by, created_at, touched_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
      `,
      [workspaceId, given.campaignId, given.area, version, JSON.stringify(content), changed, userId, given.at],
    );
  if (!latest) await insert(1, given.before, [], null);
  await insert((latest?.version ?? 1) + 1, given.after, given.changed, given.userId);
}

/** How many versions of schedule and settings are listed. All are kept as long as the campaign. */
const setupVersionsListed = 200;

/** Versions of schedule and settings, newest first; with a number only that one. */
export async function findSetupVersions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  only: { area: SetupArea; version: number } | null,
): Promise<SetupVersionRecord[]> {
  const { rows } = await sql.query<SetupVersionRecord>(
    `
      select v.area, v.version, v.content, v.changed, v.created_at, coalesce(u.name, u.email) as user_name
      from setup_version v
      left join app_user u on u.id = v.created_by
      where v.workspace_id = $1
        and v.campaign_id = $2
        and ($3::text is null or (v.area = $3 and v.version = $4))
      order by v.created_at desc, v.id desc
      limit $5
    `,
    [workspaceId, campaignId, only?.area ?? null, only?.version ?? null, setupVersionsListed],
  );
  return rows;
}

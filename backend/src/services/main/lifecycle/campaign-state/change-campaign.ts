import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign } from '#engine/rows/central-rows';
import type { ColumnType } from '@skein/contracts/main/campaign-setting';
import { columnTypes, type CampaignColumns } from '@skein/contracts/main/campaign-columns';
import type { SqlClient } from '#platform/db/database';
import { writeColumns } from './campaign-state.store';

/** Columns that its life changes, apart from its settings. */
interface LifeColumns extends Pick<
  StoredCampaign,
  | 'is_schedule_saved'
  | 'next_trigger_at'
  | 'bounce_guard_muted_until'
  | 'status'
  | 'status_reason'
  | 'status_changed_at'
  | 'status_changed_by'
  | 'started_at'
  | 'completed_at'
> {
  status_detail: Record<string, unknown> | null;
}

/** The columns of a campaign that change. */
interface CampaignChange {
  campaignId: CampaignId;
  change: Partial<CampaignColumns & LifeColumns>;
  at: Date;
}

const lifeTypes: Readonly<Record<keyof LifeColumns, ColumnType>> = {
  is_schedule_saved: 'bool',
  next_trigger_at: 'timestamptz',
  bounce_guard_muted_until: 'timestamptz',
  status: 'text',
  status_reason: 'text',
  status_detail: 'jsonb',
  status_changed_at: 'timestamptz',
  status_changed_by: 'int4',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
};

const types: ReadonlyMap<string, ColumnType> = new Map([...columnTypes, ...Object.entries(lifeTypes)]);

/** Changes columns of one campaign. Returns whether it was there. */
export async function changeCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, change, at }: CampaignChange,
): Promise<boolean> {
  const columns = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]): [string, unknown] => {
      const type = types.get(column);
      if (!type) throw new Error(`campaign.${column} is not changed here`);
      return [column, type === 'jsonb' && value !== null ? JSON.stringify(value) : value];
    });
  return writeColumns(workspaceId, sql, campaignId, [['updated_at', at], ...columns]);
}

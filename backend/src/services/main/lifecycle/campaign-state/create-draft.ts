import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { findTimeZone, insertCampaign } from './campaign-state.store';
import { noteEdit } from './note-edit';

/** A campaign that is new. */
interface NewDraft {
  name: string;
  createdBy: number;
  clientId: ClientId | null;
  folderId: number | null;
  /** In the time zone that this person chose. */
  zoneOf: number | null;
  /** The time zone without a person or a choice; Etc/GMT if not given. */
  zoneWithoutChoice?: string | undefined;
  /** What is noted of how it came to be. */
  detail: Record<string, unknown>;
  at: Date;
}

/** Makes a draft, and notes that it was made. @returns its id */
export async function createDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { zoneOf, zoneWithoutChoice = 'Etc/GMT', detail, ...campaign }: NewDraft,
): Promise<number> {
  const zone = zoneOf === null ? null : await findTimeZone(workspaceId, sql, zoneOf);
  const id = await insertCampaign(workspaceId, sql, {
    ...campaign,
    parentId: null,
    timeZone: zone ?? zoneWithoutChoice,
  });
  await noteEdit(workspaceId, sql, {
    campaignId: id,
    userId: campaign.createdBy,
    area: 'created',
    detail,
    at: campaign.at,
  });
  return id;
}

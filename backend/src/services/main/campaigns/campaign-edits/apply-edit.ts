import type { CampaignId } from '@skein/contracts/ids';
import type { proposedEdit } from '@skein/contracts/main/campaign-edits.contract';
import { campaignSettingsInput } from '@skein/contracts/main/campaign-setting-list';
import { scheduleInput } from '@skein/contracts/main/campaign-views';
import type { z } from 'zod';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { saveSchedule } from '../setup/save-schedule';
import { findSetupVersions } from '../setup/setup-version.store';
import { updateSettings } from '../setup/update-settings';
import { getVersion } from '../sequences/get-sequence';
import { writeSequence } from '../sequences/save-sequence';

export type ProposedEdit = z.output<typeof proposedEdit>;
export type EditDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'files'>;

/** The same dependencies, bound to a transaction that is already open. */
const inside = (deps: EditDeps, sql: SqlClient): EditDeps => ({
  ...deps,
  db: { ...deps.db, tenantSql: (_workspaceId, work) => work(sql) },
});

/** The version that a campaign's area goes back to. */
interface VersionToRestore {
  campaignId: CampaignId;
  restore: NonNullable<ProposedEdit['restore']>;
}

/** A version in the form of an edit. Removed steps come back as themselves. @throws SkeinError NOT_FOUND */
async function editOfVersion(
  deps: EditDeps,
  sql: SqlClient,
  who: Who,
  { campaignId, restore: { area, version } }: VersionToRestore,
): Promise<ProposedEdit> {
  if (area === 'sequence') return { steps: (await getVersion(deps, who, campaignId, version)).steps };
  const [found] = await findSetupVersions(who.workspaceId, sql, campaignId, { area, version });
  if (!found) throw notFound('This version');
  return area === 'schedule'
    ? { schedule: scheduleInput.parse(found.content) }
    : { settings: campaignSettingsInput.parse(found.content) };
}

/** A proposed edit and the campaign it is for. */
interface EditOfCampaign {
  campaignId: CampaignId;
  edit: ProposedEdit;
}

/** Saves an edit in an open transaction, by the operations that save it always. */
export async function applyEdit(
  deps: EditDeps,
  sql: SqlClient,
  who: Who,
  { campaignId, edit }: EditOfCampaign,
): Promise<void> {
  const bound = inside(deps, sql);
  const whole = edit.restore ? await editOfVersion(bound, sql, who, { campaignId, restore: edit.restore }) : edit;
  if (whole.settings) await updateSettings(bound, who, campaignId, whole.settings);
  if (whole.schedule) await saveSchedule(bound, who, campaignId, whole.schedule);
  if (whole.steps) await writeSequence(bound, who, campaignId, { steps: whole.steps });
}

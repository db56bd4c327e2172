import { scheduleInput } from '@skein/contracts/main/campaign-views';
import { campaignSettingsInput } from '@skein/contracts/main/campaign-setting-list';
import { stepInput } from '@skein/contracts/main/sequence-views';
import { z } from 'zod';
import type { HeldRun } from '#platform/bulk-runs/bulk-run';
import { SkeinError } from '#platform/http/skein-error';
import { requireCampaign, requireRoom, type Who } from '#access/access.api';
import { saveSchedule, saveSequence, updateSettings } from '#campaigns/campaigns.api';
import { createDraft } from '#lifecycle/lifecycle.api';
import * as store from './account-imports.store';
import { sourceNames, type AccountSource, type SourceCampaign } from './account-source';
import { linkMailboxes } from './link-mailboxes';
import type { ImportDeps } from './open-source';

/** The item of an account import that becomes a campaign. */
interface CampaignItem {
  row: store.ImportRow;
  item: store.ItemRow;
  source: AccountSource;
  /** A transaction of the import. */
  commit: HeldRun['commit'];
}

/**
 * Pauses a campaign in the other product where that was asked, and makes it here as a draft: sequence, schedule,
 * settings, and those of its mailboxes that are connected. A campaign that an earlier import made stays as it is.
 * @throws SkeinError VALIDATION for a sequence that cannot be kept
 */
export async function setUpCampaign(
  deps: ImportDeps,
  who: Who,
  { row, item, source, commit }: CampaignItem,
): Promise<void> {
  const given = await source.readCampaign(item.external_id);
  const pauses = row.pauses_source && given.status === 'ACTIVE';
  if (pauses) await source.pauseCampaign(item.external_id);
  const steps = readSteps(given.steps);
  const campaignId = item.campaign_id ?? (await makeDraft(deps, who, { row, item, given }));
  const notes: string[] = [];
  const { version, isNew } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    return { version: campaign.sequence_version, isNew: campaign.sequence_version === 0 };
  });
  let saved = item.detail.version ?? version;
  if (isNew) {
    saved = (await saveSequence(deps, who, campaignId, { steps })).version;
    const schedule = scheduleInput.safeParse(given.schedule);
    if (schedule.success) await saveSchedule(deps, who, campaignId, schedule.data);
    else notes.push('Its schedule could not be read: set days and hours before you start it.');
    const settings = campaignSettingsInput.safeParse(given.settings);
    if (settings.success) await updateSettings(deps, who, campaignId, settings.data);
    else notes.push('Its settings could not be read: look at tracking and at what stops a lead.');
    await linkMailboxes(deps, who, campaignId, given.mailboxes);
  }
  // Kept although the import was cancelled meanwhile: the other product is paused, and the draft is there.
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    store.writeItem(who.workspaceId, sql, item.id, {
      state: 'RUNNING',
      phase: 'SENT',
      cursor: null,
      detail: {
        status: given.status,
        isPaused: pauses || item.detail.isPaused === true,
        steps: steps.length,
        version: saved,
        mailboxes: given.mailboxes,
        ...(isNew ? { notes } : {}),
      },
    }),
  );
  await commit(async () => ({}));
}

function readSteps(steps: unknown[]) {
  const read = z.array(stepInput).max(50).safeParse(steps);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = typeof issue?.path[0] === 'number' ? ` of step ${issue.path[0] + 1}` : '';
  throw new SkeinError(
    'VALIDATION',
    `Its sequence cannot be kept: ${issue?.path.at(-1)?.toString() ?? 'it'}${at} ${issue?.message ?? ''}`.trim(),
  );
}

/** The campaign as the source has it, and the item it becomes. */
interface DraftToMake {
  row: store.ImportRow;
  item: store.ItemRow;
  given: SourceCampaign;
}

/** The campaign and its mark in one transaction: a repeated run finds it again. */
const makeDraft = (deps: ImportDeps, who: Who, { row, item, given }: DraftToMake): Promise<number> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireRoom(who.workspaceId, sql, 'sequences');
    const at = new Date(deps.campaignClock.now());
    const id = await createDraft(who.workspaceId, sql, {
      name: given.name.slice(0, 200),
      createdBy: who.userId,
      clientId: null,
      folderId: null,
      zoneOf: who.userId,
      detail: { imported_from: sourceNames[row.source] },
      at,
    });
    await store.writeItem(who.workspaceId, sql, item.id, { campaignId: id });
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return id;
  });

import type { CampaignId } from '@skein/contracts/ids';
import type { CampaignAction } from '@skein/contracts/main/campaign-views';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { readLaunchTexts, requireLaunchable, type LaunchTexts } from '../review/review-campaign';
import {
  queueWebhookNotice,
  scheduleOf,
  nextTriggerOf,
  nextStatus,
  noteEdit,
  changeCampaign,
  cancelOfCampaign,
} from '#lifecycle/lifecycle.api';
import { countOpenLeads } from '../review/open-leads.store';
import { statusNotice } from '#notices/notices.api';
import { requireCampaign, requireRoom, type Who, type CampaignRecord } from '#access/access.api';
import { archivedFrom } from '../campaign-views/campaign-view';
import { viewCampaign } from '../campaign-views/get-campaign';

/** How long the bounce guard stays silent after somebody resumed in spite of it, in milliseconds of campaign time. */
const guardMute = 7 * 86_400_000;

type StatusDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live' | 'realClock' | 'heavyWork'>;

/** What a person does to a campaign; a launch can have a start. */
interface StatusChange {
  campaignId: CampaignId;
  action: CampaignAction;
  options?: { startAt?: Date };
}

/**
 * Starts, pauses, resumes, stops, archives a campaign or brings it back, along the legal edges only. START goes through
 * the launch gate; RESUME needs what a trigger needs. When it stops running, everything reserved is cancelled in the same
 * transaction, so that nothing leaves after the commit. Asking for the state it is in changes nothing.
 * @throws SkeinError ILLEGAL_TRANSITION, LAUNCH_BLOCKED (details name each block)
 */
export async function setStatus(deps: StatusDeps, who: Who, { campaignId, action, options = {} }: StatusChange) {
  const now = deps.campaignClock.now();
  const texts = await checkLaunch(deps, who, { campaignId, action, options });
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId, true);
    const step = await stepOf(sql, who, campaign, action);
    if (step.reason !== null) throw new SkeinError('ILLEGAL_TRANSITION', step.reason);
    if (!step.isSame) {
      if (campaign.status === 'ARCHIVED') await requireRoom(who.workspaceId, sql, 'sequences');
      const change =
        step.to === 'ACTIVE'
          ? await activate(deps, sql, who, { campaign, launch: { now, startAt: options.startAt, texts } })
          : { next_trigger_at: null };
      await changeCampaign(who.workspaceId, sql, {
        campaignId,
        change: {
          ...change,
          status: step.to,
          status_reason: step.to === 'PAUSED' || step.to === 'STOPPED' ? 'USER' : null,
          status_detail: step.to === 'ARCHIVED' ? { archived_from: campaign.status } : null,
          status_changed_at: new Date(now),
          status_changed_by: who.userId,
        },
        at: new Date(now),
      });
      if (campaign.status === 'ACTIVE')
        await cancelOfCampaign(sql, campaignId, step.to === 'STOPPED' ? 'CAMPAIGN_STOPPED' : 'CAMPAIGN_PAUSED');
      await noteEdit(who.workspaceId, sql, {
        campaignId,
        userId: who.userId,
        area: 'status',
        detail: { from: campaign.status, to: step.to },
        at: new Date(now),
      });
      await queueWebhookNotice(
        sql,
        statusNotice({
          workspaceId: who.workspaceId,
          campaignId,
          clientId: campaign.client_id,
          from: campaign.status,
          to: step.to,
          reason: null,
        }),
      );
      await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`]);
    }
    return viewCampaign(sql, who, campaignId, now);
  });
}

const stepOf = async (sql: SqlClient, who: Who, campaign: CampaignRecord, action: CampaignAction) =>
  nextStatus(
    {
      status: campaign.status,
      archivedFrom: archivedFrom(campaign),
      openLeads: await countOpenLeads(who.workspaceId, sql, campaign.id),
    },
    action,
  );

/** A launch or resume that is about to happen. */
interface LaunchToCheck {
  campaignId: CampaignId;
  action: CampaignAction;
  options: { startAt?: Date };
}

/**
 * Reads the texts of a campaign that is to run and, before its first start, judges everything: both can take seconds,
 * for which the campaign must not be locked. What was judged is not judged again under the lock but for what every
 * trigger needs; the sender checks each lead.
 * @returns null when the action starts nothing
 * @throws SkeinError LAUNCH_BLOCKED
 */
async function checkLaunch(
  deps: StatusDeps,
  who: Who,
  { campaignId, action, options: { startAt } }: LaunchToCheck,
): Promise<LaunchTexts | null> {
  const starts = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    const step = await stepOf(sql, who, campaign, action);
    return step.reason === null && !step.isSame && step.to === 'ACTIVE' ? campaign : null;
  });
  if (!starts) return null;
  const texts = await readLaunchTexts(deps, who, campaignId);
  if (starts.status === 'DRAFTED')
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      requireLaunchable(deps, sql, who, { campaign: startingAt(starts, startAt), check: { how: 'LAUNCH', texts } }),
    );
  return texts;
}

const startingAt = (campaign: CampaignRecord, startAt?: Date): CampaignRecord =>
  startAt ? { ...campaign, schedule_start_at: startAt } : campaign;

/** A campaign that starts, when, and its texts as they were checked. */
interface Activation {
  campaign: CampaignRecord;
  launch: { now: number; startAt: Date | undefined; texts: LaunchTexts | null };
}

/** What has to hold for a campaign to run, and the columns that make it run. */
async function activate(
  deps: StatusDeps,
  sql: SqlClient,
  who: Who,
  { campaign, launch: { now, startAt, texts } }: Activation,
): Promise<Record<string, unknown>> {
  const started = startingAt(campaign, startAt);
  // Somebody else changed its state in between: ask again.
  if (!texts) throw new SkeinError('CONFLICT', 'The campaign has just been changed. Look at it again, then try again.');
  await requireLaunchable(deps, sql, who, { campaign: started, check: { how: 'RESUME', texts } });
  const next = nextTriggerOf(scheduleOf(started), now, campaign.last_trigger_slot_at?.getTime() ?? null);
  if (next === null)
    throw new SkeinError('LAUNCH_BLOCKED', 'The sending window never opens: choose days and times.', [
      { field: 'WINDOW_EMPTY', message: 'The sending window never opens.' },
    ]);
  return {
    next_trigger_at: new Date(next),
    completed_at: null,
    ...(startAt && { schedule_start_at: startAt }),
    ...(campaign.started_at === null && { started_at: new Date(now) }),
    ...(campaign.status_reason === 'BOUNCE_GUARD' && { bounce_guard_muted_until: new Date(now + guardMute) }),
  };
}

/** The same for several campaigns, one after the other; each has its own answer. */
export async function setStatuses(deps: StatusDeps, who: Who, campaignIds: CampaignId[], action: CampaignAction) {
  const results = [];
  for (const campaignId of new Set(campaignIds)) {
    try {
      const { status } = await setStatus(deps, who, { campaignId, action });
      results.push({ campaign_id: campaignId, ok: true, status, message: null });
    } catch (error) {
      if (!(error instanceof SkeinError) || error.code === 'INTERNAL') throw error;
      results.push({ campaign_id: campaignId, ok: false, status: null, message: error.message });
    }
  }
  return { results };
}

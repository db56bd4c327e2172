import { dividedBy, rateOf } from '@skein/contracts/analytics/measures';
import type { CampaignStatus } from '@skein/contracts/constants';
import { readSettings, type CampaignColumns } from '@skein/contracts/main/campaign-columns';
import type { CampaignSettingsView } from '@skein/contracts/main/campaign-setting-list';
import {
  campaignActions,
  type campaignRow,
  type campaignView,
  type scheduleView,
} from '@skein/contracts/main/campaign-views';
import type { z } from 'zod';
import { nextOpening } from '#engine/sending/calendar';
import { scheduleOf, openHoursPerWeek, isFinalAction, nextStatus } from '#lifecycle/lifecycle.api';
import type { CampaignFigures } from './campaign-figures';
import type { CampaignRecord } from '#access/access.api';
import { nextSendOrReason } from './next-send-or-reason';

type Row = z.input<typeof campaignRow>;
type View = z.input<typeof campaignView>;

/** A campaign as a row of the list. `now` is campaign time in milliseconds. */
export function toCampaignRow(campaign: CampaignRecord, figures: CampaignFigures, now: number): Row {
  const { byStatus } = figures;
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  const { contacted, sent } = figures;
  const rate = (measure: 'opened' | 'clicked' | 'replied' | 'positive' | 'bounced') =>
    rateOf(figures[measure], dividedBy(measure, figures));
  return {
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    status_reason: campaign.status_reason,
    status_changed_at: campaign.status_changed_at,
    client:
      campaign.client_id !== null && campaign.client_name !== null
        ? { id: campaign.client_id, name: campaign.client_name }
        : null,
    folder_id: campaign.folder_id,
    parent_campaign_id: campaign.parent_campaign_id,
    tags: figures.tags,
    step_count: figures.stepCount,
    mailbox_count: figures.mailboxCount,
    time_zone: campaign.time_zone,
    next: nextSendOrReason({
      status: campaign.status,
      statusReason: campaign.status_reason,
      statusChangedAt: campaign.status_changed_at,
      statusChangedByName: campaign.status_changed_by_name,
      completedAt: campaign.completed_at,
      nextTriggerAt: campaign.next_trigger_at,
      reserved: figures.reserved,
      lastTrigger: figures.lastTrigger,
      onHold: figures.onHold,
      isSubsequence: campaign.parent_campaign_id !== null,
      schedule: scheduleOf(campaign),
      stepCount: figures.stepCount,
      mailboxCount: figures.mailboxCount,
      leads: { total, waiting: byStatus.STARTED, inProgress: byStatus.INPROGRESS, paused: byStatus.PAUSED },
      now,
    }),
    progress: {
      total,
      contacted,
      finished: byStatus.COMPLETED + byStatus.STOPPED + byStatus.BLOCKED,
      percent: rateOf(contacted, total) ?? 0,
      by_status: byStatus,
    },
    counts: {
      sent,
      opened: figures.opened,
      clicked: figures.clicked,
      replied: figures.replied,
      positive: figures.positive,
      bounced: figures.bounced,
      unsubscribed: figures.unsubscribed,
      sent_today: figures.sentToday,
      opened_today: figures.openedToday,
      replied_today: figures.repliedToday,
      bounced_today: figures.bouncedToday,
      open_rate: rate('opened'),
      click_rate: rate('clicked'),
      reply_rate: rate('replied'),
      positive_rate: rate('positive'),
      bounce_rate: rate('bounced'),
    },
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
    created_by_name: campaign.created_by_name,
  };
}

/** One campaign with everything its form and its overview need. */
export function toCampaignView(campaign: CampaignRecord, figures: CampaignFigures, now: number): View {
  const row = toCampaignRow(campaign, figures, now);
  const { byStatus } = figures;
  const openLeads = byStatus.STARTED + byStatus.INPROGRESS + byStatus.PAUSED;
  return {
    ...row,
    uuid: campaign.uuid,
    team_member_id: campaign.team_member_id,
    started_at: campaign.started_at,
    completed_at: campaign.completed_at,
    status_detail: campaign.status_detail,
    settings: toSettings(campaign),
    schedule: toScheduleView(campaign, now),
    sequence_version: campaign.sequence_version,
    actions: campaignActions.map((action) => {
      const step = nextStatus({ status: campaign.status, archivedFrom: archivedFrom(campaign), openLeads }, action);
      const same = step.isSame ? `This campaign is already ${campaign.status.toLowerCase()}.` : step.reason;
      return { action, is_allowed: same === null, to: step.to, reason: same, is_final: isFinalAction(action) };
    }),
    missing: {
      lead_condition: [],
      import_leads:
        row.progress.total === 0 && campaign.parent_campaign_id === null ? ['Import at least one lead.'] : [],
      sequences: figures.stepCount === 0 ? ['Write at least one step.'] : [],
      setup: [
        ...(figures.mailboxCount === 0 ? ['Choose at least one mailbox.'] : []),
        ...(campaign.is_schedule_saved ? [] : ['Check the schedule, then continue.']),
      ],
    },
  };
}

export const archivedFrom = (campaign: Pick<CampaignRecord, 'status_detail'>): CampaignStatus | null =>
  (campaign.status_detail?.['archived_from'] as CampaignStatus | undefined) ?? null;

export const toSettings = (campaign: CampaignRecord): CampaignSettingsView =>
  readSettings(campaign, 'settings', 'import', 'form');

/** A schedule in the form in which it can be saved again: what a version keeps. */
export const toScheduleInput = (campaign: CampaignColumns) => readSettings(campaign, 'schedule');

/**
 * Settings in the form in which they can be saved again. The import's conditions and the form's own notes are no
 * settings of the running campaign.
 */
export const toSettingsInput = (campaign: CampaignColumns) => readSettings(campaign, 'settings');

function toScheduleView(campaign: CampaignRecord, now: number): z.input<typeof scheduleView> {
  const schedule = scheduleOf(campaign);
  const opening = nextOpening(schedule, now);
  return {
    ...toScheduleInput(campaign),
    is_saved: campaign.is_schedule_saved,
    open_hours_per_week: openHoursPerWeek(schedule, now),
    next_opening_at: opening === null ? null : new Date(opening),
  };
}

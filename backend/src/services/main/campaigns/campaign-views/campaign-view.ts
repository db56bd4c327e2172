import type { CampaignStatus } from '@skein/contracts/constants';
import { defaultOutOfOffice, leadCondition, type CampaignSettingsView } from '@skein/contracts/main/campaign-settings';
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
import { describeNext } from './describe-next';

type Row = z.input<typeof campaignRow>;
type View = z.input<typeof campaignView>;

const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

/** A campaign as a row of the list. `now` is campaign time in milliseconds. */
export function toCampaignRow(campaign: CampaignRecord, figures: CampaignFigures, now: number): Row {
  const { byStatus } = figures;
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  const { contacted, sent } = figures;
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
    next: describeNext({
      status: campaign.status,
      statusReason: campaign.status_reason,
      statusChangedAt: campaign.status_changed_at,
      statusChangedByName: campaign.status_changed_by_name,
      completedAt: campaign.completed_at,
      nextTriggerAt: campaign.next_trigger_at,
      reserved: figures.reserved,
      lastTrigger: figures.lastTrigger,
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
      percent: rate(contacted, total) ?? 0,
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
      open_rate: rate(figures.opened, contacted),
      click_rate: rate(figures.clicked, contacted),
      reply_rate: rate(figures.replied, contacted),
      positive_rate: rate(figures.positive, contacted),
      bounce_rate: rate(figures.bounced, sent),
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

export function toSettings(campaign: CampaignRecord): CampaignSettingsView {
  const { settings } = campaign;
  return {
    track_settings: [
      ...(campaign.track_opens ? [] : ['DONT_EMAIL_OPEN' as const]),
      ...(campaign.track_clicks ? [] : ['DONT_LINK_CLICK' as const]),
      ...(campaign.track_replies ? [] : ['DONT_REPLY_TO_AN_EMAIL' as const]),
    ],
    stop_lead_settings: campaign.stop_on as CampaignSettingsView['stop_lead_settings'],
    unsubscribe_text: campaign.unsubscribe_text,
    add_unsubscribe_tag: campaign.add_unsubscribe_header,
    send_as_plain_text: campaign.send_as_plain_text,
    force_plain_text: campaign.force_plain_text,
    follow_up_percentage: campaign.follow_up_percentage,
    esp_match_mode: campaign.esp_match_mode,
    esp_rules: campaign.esp_rules,
    auto_pause_domain_leads_on_reply: campaign.pause_company_on_reply,
    company_daily_limit: campaign.company_daily_limit,
    bounce_guard_enabled: campaign.bounce_guard_enabled,
    bounce_autopause_threshold: campaign.bounce_guard_percent,
    bounce_guard_min_sent: campaign.bounce_guard_min_sent,
    out_of_office_detection_settings: { ...defaultOutOfOffice, ...campaign.out_of_office },
    ai_categorisation_options: (settings['ai_categorisation_options'] as number[] | undefined) ?? [],
    auto_categorise_reply: campaign.categorise_replies,
    allow_missing_fields: campaign.allow_missing_fields,
    delay_basis: campaign.delay_basis,
    spintax_mode: campaign.spintax_mode,
    ignore_ss_mailbox_sending_limit: settings['ignore_ss_mailbox_sending_limit'] === true,
    lead_condition: leadCondition.parse(campaign.lead_condition),
    draft: campaign.draft,
  };
}

/** A schedule in the form in which it can be saved again: what a version keeps. */
export const toScheduleInput = (
  campaign: Pick<
    CampaignRecord,
    | 'time_zone'
    | 'sending_days'
    | 'window_start'
    | 'window_end'
    | 'min_time_btwn_emails'
    | 'max_leads_per_day'
    | 'schedule_start_at'
    | 'extra_windows'
    | 'holidays'
    | 'time_zone_mode'
  >,
) => ({
  timezone: campaign.time_zone,
  days: campaign.sending_days,
  start_hour: campaign.window_start,
  end_hour: campaign.window_end,
  min_time_btwn_emails: campaign.min_time_btwn_emails,
  max_leads_per_day: campaign.max_leads_per_day,
  schedule_start_time: campaign.schedule_start_at?.toISOString() ?? null,
  more_windows: campaign.extra_windows.map((window) => ({
    days: window.days,
    start_hour: window.start,
    end_hour: window.end,
  })),
  holidays: campaign.holidays,
  time_zone_mode: campaign.time_zone_mode,
});

/** Settings in the form in which they can be saved again. The import's conditions and the form's own notes are no settings of the running campaign. */
export function toSettingsInput(campaign: CampaignRecord) {
  const { lead_condition: _condition, draft: _draft, ...settings } = toSettings(campaign);
  return settings;
}

function toScheduleView(campaign: CampaignRecord, now: number): z.input<typeof scheduleView> {
  const schedule = scheduleOf(campaign);
  const opening = nextOpening(schedule, now);
  return {
    timezone: campaign.time_zone,
    days: campaign.sending_days,
    start_hour: campaign.window_start,
    end_hour: campaign.window_end,
    min_time_btwn_emails: campaign.min_time_btwn_emails,
    max_leads_per_day: campaign.max_leads_per_day,
    more_windows: campaign.extra_windows.map((window) => ({
      days: window.days,
      start_hour: window.start,
      end_hour: window.end,
    })),
    holidays: campaign.holidays,
    time_zone_mode: campaign.time_zone_mode,
    schedule_start_time: campaign.schedule_start_at,
    is_saved: campaign.is_schedule_saved,
    open_hours_per_week: openHoursPerWeek(schedule, now),
    next_opening_at: opening === null ? null : new Date(opening),
  };
}

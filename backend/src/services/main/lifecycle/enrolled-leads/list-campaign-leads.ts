import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import type { enrolmentReasons } from '@skein/contracts/constants';
import type {
  leadTabs,
  CampaignLeadFilter,
  CampaignLeadRow,
  LeadSelection,
} from '@skein/contracts/main/campaign-leads.contract';
import { nextOpening } from '#engine/sending/calendar';
import { leadSchedule } from '#engine/sending/lead-schedule';
import { CONSTRAINTS } from '#engine/sending/constraints';
import type { Schedule } from '#engine/sending/plan.types';
import { isKnownTimeZone } from '@skein/template/zone-clock';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, type CampaignRecord, type Who } from '#access/access.api';
import { scheduleOf } from '../campaign-state/campaign-schedule';
import {
  countCampaignLeads,
  countTabs,
  findCampaignLead,
  findCampaignLeads,
  findLeadSteps,
  searchCampaignLeads,
  type CampaignLeadRecord,
  type LeadStepRecord,
} from './campaign-leads.store';

/** Totals are exact up to here. */
const mostCounted = 10_000;

/** Those of a text search up to here: each hit of a common text costs a look at its lead. */
const mostFound = 1_000;

const constraintTexts = new Map<string, string>(CONSTRAINTS.map((constraint) => [constraint.code, constraint.text]));

const reasonTexts: Record<(typeof enrolmentReasons)[number], string> = {
  REPLIED: 'Replied',
  UNSUBSCRIBED: 'Unsubscribed',
  BOUNCED: 'Bounced',
  SUPPRESSED: 'On the block list',
  CLICKED: 'Clicked a link',
  OPENED: 'Opened an email',
  DO_NOT_CONTACT: 'Do not contact',
  COMPANY_REPLIED: 'Someone at the company replied',
  PARENT_REPLIED: 'Replied in the parent campaign',
  MANUAL: 'Manually',
  CATEGORY: 'By its category',
  OUT_OF_OFFICE: 'Out of office',
  PUSHED: 'Moved to a subsequence',
  CAMPAIGN_STOPPED: 'The campaign was stopped',
  FAILED: 'Could not be delivered',
};

/** One page of a campaign's leads by tab and filter, newest first. */
export const listCampaignLeads = (
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  campaignId: CampaignId,
  query: CampaignLeadFilter & { cursor?: string; limit: number; offset?: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    const { cursor, limit, offset, ...asked } = query;
    const filter = { ...asked, hiddenCategories: scopeOf(who).hiddenCategories };
    // A search walks once, for the total and the first page together.
    const hits = await searchCampaignLeads(who.workspaceId, sql, { campaignId, filter, limit: mostFound + 1 });
    const before = decodeIdCursor(cursor);
    const isFirst = before === null && (offset ?? 0) + limit < mostFound;
    const found = await findCampaignLeads(who.workspaceId, sql, campaignId, {
      filter,
      before,
      limit: limit + 1,
      offset,
      found: isFirst && hits ? hits : undefined,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const most = hits ? mostFound : mostCounted;
    const total = hits ? hits.length : await countCampaignLeads(who.workspaceId, sql, { campaignId, filter, most });
    return {
      rows: page.map((record) => toRow(record, scheduleOf(campaign))),
      next_cursor: found.length > limit && last ? encodeCursor([last.enrolment_id]) : null,
      total: Math.min(total, most),
      total_is_capped: total > most,
    };
  });

/** How many leads each tab holds; `by_status` sums to the total, and so do the tabs of states. */
export const countLeads = (deps: Pick<MainDeps, 'db'>, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const states = await countTabs(who.workspaceId, sql, campaignId, scopeOf(who).hiddenCategories);
    const sum = (pick: (row: (typeof states)[number]) => number) => states.reduce((total, row) => total + pick(row), 0);
    const of = (status: string) => sum((row) => (row.status === status ? row.count : 0));
    const total = sum((row) => row.count);
    const tabs: Record<(typeof leadTabs)[number], number> = {
      all: total,
      scheduled: of('STARTED'),
      active: of('INPROGRESS'),
      paused: of('PAUSED'),
      completed: of('COMPLETED'),
      stopped: of('STOPPED'),
      blocked: of('BLOCKED'),
      replied: sum((row) => row.replied),
      failed: sum((row) => row.failed),
      manual_followups: sum((row) => row.manual),
    };
    const byStatus = {
      STARTED: of('STARTED'),
      INPROGRESS: of('INPROGRESS'),
      COMPLETED: of('COMPLETED'),
      STOPPED: of('STOPPED'),
      PAUSED: of('PAUSED'),
      BLOCKED: of('BLOCKED'),
    };
    return {
      total,
      tabs,
      by_status: byStatus,
      by_reason: states.map((row) => ({ status: row.status, reason: row.reason, count: row.count })),
    };
  });

/** A lead of a campaign that this person sees. @throws SkeinError NOT_FOUND */
export async function requireCampaignLead(
  sql: SqlClient,
  who: Who,
  campaignId: CampaignId,
  enrolmentId: EnrolmentId,
): Promise<CampaignLeadRecord> {
  const { hiddenCategories } = scopeOf(who);
  const lead = await findCampaignLead(who.workspaceId, sql, { campaignId, enrolmentId, hiddenCategories });
  if (!lead) throw notFound('This lead', 'lead');
  return lead;
}

/** One lead in one campaign, step by step. @throws SkeinError NOT_FOUND */
export const getCampaignLead = (
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  campaignId: CampaignId,
  enrolmentId: EnrolmentId,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const campaign = await requireCampaign(sql, who, campaignId);
    const lead = await requireCampaignLead(sql, who, campaignId, enrolmentId);
    const steps = await findLeadSteps(who.workspaceId, sql, campaignId, enrolmentId);
    return {
      ...toRow(lead, scheduleOf(campaign)),
      steps: steps.map((step) => ({
        step_id: step.step_id,
        seq_number: step.seq_number,
        seq_type: step.seq_type,
        status: stepStatus(step, lead),
        variant_label: step.variant_label,
        subject: step.subject,
        send_at: step.send_at,
        sent_at: step.sent_at,
        is_in_doubt: step.state === 'IN_DOUBT',
        open_count: step.open_count ?? 0,
        click_count: step.click_count ?? 0,
        failure_text: step.failure_text,
      })),
    };
  });

/** States on the wire (docs/engine.md); a step that nothing was reserved for waits, or was stopped with its lead. */
function stepStatus(step: LeadStepRecord, lead: CampaignLeadRecord) {
  switch (step.state) {
    case 'RESERVED':
    case 'SUBMITTING':
      return 'DRAFTED' as const;
    case 'SENT':
    case 'IN_DOUBT':
      return 'SENT' as const;
    case 'FAILED':
      return 'FAILED' as const;
    case 'SKIPPED':
      return 'SKIPPED' as const;
    default:
      return lead.status === 'STOPPED' ||
        lead.status === 'BLOCKED' ||
        (step.state === 'CANCELLED' && lead.status === 'PAUSED')
        ? ('STOPPED' as const)
        : ('WAITING' as const);
  }
}

/** When the next step can leave: once its delay, cap or hold is over and the window is open, by the same calendar as the planner's. */
function firstOpening(record: CampaignLeadRecord, schedule: Schedule): Date | null {
  const from = record.next_eligible_at ?? record.hold_until;
  if (!from || !isKnownTimeZone(schedule.timeZone)) return from;
  const zone = record.lead_time_zone;
  const own = leadSchedule(schedule, zone && isKnownTimeZone(zone) ? zone : null);
  const opening = nextOpening(own, from.getTime());
  return opening === null ? null : new Date(opening);
}

const everyLead: CampaignLeadFilter = { tab: 'all' };

/** Leads of a campaign that are named or found by a filter, newest first, from before one of them: for a file of all of them. */
export async function readSelectedLeads(
  sql: SqlClient,
  who: Who,
  campaign: CampaignRecord,
  { enrolments, before, limit }: { enrolments: LeadSelection; before: number | null; limit: number },
): Promise<CampaignLeadRow[]> {
  const { hiddenCategories } = scopeOf(who);
  const found = await findCampaignLeads(who.workspaceId, sql, campaign.id, {
    filter: { ...('filter' in enrolments ? enrolments.filter : everyLead), hiddenCategories },
    found: 'filter' in enrolments ? undefined : enrolments.enrolment_ids,
    before,
    limit,
  });
  return found.map((record) => toRow(record, scheduleOf(campaign)));
}

/** How many they are, counted up to `most` + 1. */
export const countSelectedLeads = async (
  sql: SqlClient,
  who: Who,
  { campaign_id: campaignId, enrolments }: { campaign_id: CampaignId; enrolments: LeadSelection },
  most: number,
): Promise<number> =>
  'filter' in enrolments
    ? countCampaignLeads(who.workspaceId, sql, {
        campaignId,
        filter: { ...enrolments.filter, hiddenCategories: scopeOf(who).hiddenCategories },
        most,
      })
    : new Set(enrolments.enrolment_ids).size;

/** A lead of a campaign as a row of its list. */
function toRow(record: CampaignLeadRecord, schedule: Schedule): CampaignLeadRow {
  const isOpen = record.status === 'STARTED' || record.status === 'INPROGRESS' || record.status === 'PAUSED';
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    enrolment_id: record.enrolment_id,
    status: record.status,
    reason: record.reason,
    reason_text: record.reason ? (reasonTexts[record.reason as keyof typeof reasonTexts] ?? record.reason) : null,
    category_id: record.category_id,
    lead: {
      id: record.lead_id,
      email: record.email,
      first_name: record.first_name,
      last_name: record.last_name,
      phone_number: record.phone_number,
      company_name: record.company_name,
      website: record.website,
      location: record.location,
      linkedin_profile: record.linkedin_profile,
      company_url: record.company_url,
      custom_fields: record.custom_fields,
      provider: record.provider,
      is_unsubscribed: record.lead_is_unsubscribed,
      is_bounced: record.lead_is_bounced,
    },
    mailbox:
      record.mailbox_id !== null && record.mailbox_email !== null
        ? { id: record.mailbox_id, from_email: record.mailbox_email }
        : null,
    current_seq_num: record.last_seq_number,
    next_seq_num: isOpen ? record.next_seq_number : null,
    steps_sent: record.steps_sent,
    next_due_at: isOpen ? iso(record.next_due_at) : null,
    next_eligible_at: isOpen ? iso(firstOpening(record, schedule)) : null,
    constraint_code: isOpen ? record.constraint_code : null,
    constraint_text: isOpen && record.constraint_code ? (constraintTexts.get(record.constraint_code) ?? null) : null,
    first_sent_at: iso(record.first_sent_at),
    last_sent_at: iso(record.last_sent_at),
    last_reply_at: iso(record.last_reply_at),
    open_count: record.open_count,
    click_count: record.click_count,
    reply_count: record.reply_count,
    is_bounced: record.is_bounced,
    is_unsubscribed: record.is_unsubscribed,
    upload_id: record.upload_id,
    created_at: record.created_at.toISOString(),
    ended_at: iso(record.ended_at),
  };
}

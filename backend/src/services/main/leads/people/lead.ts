import type { EnrolmentId, LeadId } from '@skein/contracts/ids';
import { calendarWords } from '@skein/contracts/calendar-answer';
import { isEmailAddress } from '@skein/contracts/email-address';
import type { LeadChange } from '@skein/contracts/main/lead-fields';
import { cursorInstant, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/unique-violation';
import {
  appendEvents,
  loadLeadZones,
  wakeCampaign,
  cancelOfLeads,
  holdEverywhere,
  settlePlaces,
  stopContact,
} from '#lifecycle/lifecycle.api';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { detectProvidersJob } from './detect-providers';
import { erasureHash } from '../lead-rows/erasure-hash';
import { findSuppressions } from './import-batch.store';
import {
  findLeadCampaigns,
  findLeadMarks,
  isMailedByOthers,
  removeLead,
  resetProvider,
  writeLead,
} from './lead-detail.store';
import { findNotes, findTimeline, insertNote, type TimelineRecord } from './lead-history.store';
import { findLead, type LeadRecord } from './leads.store';
import { toSummary } from './list-leads';
import { standardFieldNames } from '../lead-rows/lead-line';
import { cleanAddress } from '@skein/contracts/clean-address';
import { explainAddress } from '../lead-rows/explain-address';

type LeadDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live' | 'jobs'>;

/** A lead that this person may see. @throws SkeinError NOT_FOUND */
export async function requireLead(sql: SqlClient, who: Who, leadId: LeadId, lock = false): Promise<LeadRecord> {
  const lead = await findLead(who.workspaceId, sql, scopeOf(who), { leadId, lock });
  if (!lead) throw notFound('This lead', 'lead');
  return lead;
}

/** A lead with its campaigns and whether it may be mailed. */
export const getLead = (deps: Pick<MainDeps, 'db'>, who: Who, leadId: LeadId) =>
  deps.db.tenantSql(who.workspaceId, (sql) => viewLead(sql, who, leadId));

export async function viewLead(sql: SqlClient, who: Who, leadId: LeadId) {
  const lead = await requireLead(sql, who, leadId);
  const marks = await findLeadMarks(who.workspaceId, sql, scopeOf(who), lead);
  const zone = (await loadLeadZones())(lead);
  return {
    ...toSummary(lead),
    verification: lead.verification,
    verified_at: lead.verified_at,
    domain: lead.domain,
    time_zone: zone?.zone ?? null,
    time_zone_source: zone?.source ?? null,
    unsubscribed_at: lead.unsubscribed_at,
    created_at: lead.created_at,
    updated_at: lead.updated_at,
    ...marks,
    campaigns: await findLeadCampaigns(who.workspaceId, sql, leadId, scopeOf(who)),
  };
}

/**
 * What is known of a lead is known in every campaign: a client of the agency may not change it for others who mail the lead too.
 * @throws SkeinError FORBIDDEN
 */
async function refuseShared(sql: SqlClient, who: Who, leadId: LeadId): Promise<void> {
  if (who.client && (await isMailedByOthers(who.workspaceId, sql, leadId, who.client.id)))
    throw new SkeinError('FORBIDDEN', 'This lead is kept by your agency. Ask them to change it.');
}

/**
 * An address that was erased does not come in again, neither by an import nor by a correction; nor does a seed of placement tests.
 * @throws SkeinError VALIDATION
 */
async function refuseAddress(
  deps: Pick<MainDeps, 'masterKey'>,
  sql: SqlClient,
  who: Who,
  email: string,
): Promise<void> {
  const hashOf = erasureHash(deps.masterKey, who.workspaceId);
  const listed = await findSuppressions(who.workspaceId, sql, { clientScope: 0, emails: [email], domains: [], hashOf });
  if (listed.has(`seed:${email}`)) throw invalidField('email', 'is a placement test seed and can’t be a lead');
  if (listed.has(`hash:${hashOf(email)}`))
    throw invalidField(
      'email',
      'was erased at the request of the person and is not taken in again; leave the lead with another address',
    );
}

/**
 * Changes a lead everywhere. Null empties a field, custom fields merge.
 * @throws SkeinError VALIDATION for an address that is not one, or is another lead's
 */
export async function updateLead(
  deps: LeadDeps & Pick<MainDeps, 'masterKey'>,
  who: Who,
  leadId: LeadId,
  input: LeadChange,
) {
  const at = new Date(deps.campaignClock.now());
  try {
    return await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const lead = await requireLead(sql, who, leadId, true);
      await refuseShared(sql, who, leadId);
      const email = input.email === undefined ? lead.email : cleanAddress(input.email);
      if (!isEmailAddress(email))
        throw invalidField('email', `is not an address: ${explainAddress(email).toLowerCase()}`);
      const domain = email.slice(email.lastIndexOf('@') + 1);
      const fields = Object.fromEntries(
        standardFieldNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name] || null]])),
      );
      if (input.time_zone !== undefined) fields['time_zone'] = input.time_zone;
      if (email !== lead.email) await refuseAddress(deps, sql, who, email);
      // Before the lead: a trigger that is about to set one aside looks at the lead again under these locks.
      const { open } = await settlePlaces(who.workspaceId, sql, leadId, () => null);
      await writeLead(who.workspaceId, sql, leadId, {
        fields,
        custom: input.custom_fields ?? {},
        ...(email !== lead.email && { email: { email, domain } }),
        at,
      });
      if (email !== lead.email) {
        await resetProvider(who.workspaceId, sql, leadId);
        await deps.jobs.enqueue(sql, detectProvidersJob.name, { workspaceId: who.workspaceId, domains: [domain] });
      }
      // What is reserved was addressed to the old address.
      if (email !== lead.email)
        await cancelOfLeads(
          who.workspaceId,
          sql,
          open.map((row) => row.id),
          'ADDRESS_CHANGED',
        );
      for (const campaignId of new Set(open.map((row) => row.campaign_id)))
        await wakeCampaign(who.workspaceId, sql, campaignId, at.getTime());
      await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${leadId}`]);
      return viewLead(sql, who, leadId);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('email', 'belongs to another lead');
    throw error;
  }
}

/**
 * Deletes a lead with its enrolments. What was reserved is cancelled first; one that is being mailed at this moment has to wait.
 * @throws SkeinError CONFLICT
 */
export const deleteLead = (deps: LeadDeps, who: Who, leadId: LeadId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId, true);
    await deleteInside(sql, who, leadId);
    await deps.live.publish(sql, who.workspaceId, ['leads', 'campaigns', 'inbox']);
    return { done: true as const };
  });

/** The same in the caller's transaction, for a lead that the caller found. @throws SkeinError CONFLICT */
export async function deleteInside(sql: SqlClient, who: Who, leadId: LeadId): Promise<void> {
  const enrolments = await holdEverywhere(who.workspaceId, sql, [leadId], 'LEAD_REMOVED');
  await removeLead(who.workspaceId, sql, leadId, enrolments);
}

/**
 * Unsubscribes a lead from everything: the address is suppressed, every open sequence stops, what was reserved is
 * cancelled. By a client of the agency: from everything of that client.
 */
export const unsubscribeLead = (deps: LeadDeps, who: Who, leadId: LeadId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await unsubscribeInside(deps, sql, who, leadId);
    await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${leadId}`, 'campaigns', 'block-list']);
    return viewLead(sql, who, leadId);
  });

/** The same in the caller's transaction; false when the lead had unsubscribed before. @throws SkeinError NOT_FOUND */
export async function unsubscribeInside(
  deps: Pick<MainDeps, 'campaignClock'>,
  sql: SqlClient,
  who: Who,
  leadId: LeadId,
): Promise<boolean> {
  const at = new Date(deps.campaignClock.now());
  const lead = await requireLead(sql, who, leadId, true);
  const { open } = await stopContact(who.workspaceId, sql, {
    leadIds: [leadId],
    as: 'UNSUBSCRIBED',
    because: 'Unsubscribed manually',
    by: { userId: who.userId, clientId: who.client?.id ?? null },
    at,
  });
  if (!lead.is_unsubscribed)
    await appendEvents(
      sql,
      open.map((row) => ({
        workspaceId: who.workspaceId,
        kind: 'UNSUBSCRIBE' as const,
        at,
        campaignId: row.campaign_id,
        clientId: row.client_id,
        mailboxId: row.mailbox_id,
        enrolmentId: row.id,
        leadId,
        isFirst: true,
        evidence: { by: 'person', user_id: who.userId, everywhere: true },
      })),
    );
  return !lead.is_unsubscribed;
}

const timelineTexts: Record<TimelineRecord['kind'], string> = {
  SENT: 'Email sent',
  OPEN: 'Opened',
  CLICK: 'Clicked a link',
  REPLY: 'Replied',
  AUTO_REPLY: 'Automatic reply',
  BOUNCE: 'Bounced',
  SENDER_BOUNCE: 'Refused because of the sender',
  UNSUBSCRIBE: 'Unsubscribed',
  CATEGORY: 'Category changed',
  FAILED: 'Could not be delivered',
  ADDED: 'Added to the campaign',
  NOTE: 'Note',
  TASK: 'Task',
  TASK_DONE: 'Task done',
};

/** Everything that happened to a lead, newest first. */
export const leadTimeline = (
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  leadId: LeadId,
  page: { cursor?: string; limit: number },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    const place = decodeCursor(page.cursor, 2);
    const found = await findTimeline(who.workspaceId, sql, leadId, {
      before: place ? { at: cursorInstant(place[0]), id: String(place[1]) } : null,
      scope: scopeOf(who),
      limit: page.limit + 1,
    });
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      entries: shown.map((entry) => {
        const calendar = entry.evidence?.calendar ?? null;
        const name = calendar ? calendarWords(calendar.answer, null) : timelineTexts[entry.kind];
        return {
          ...entry,
          text: entry.text === null ? name : entry.kind === 'NOTE' ? entry.text : `${name}: ${entry.text}`,
          calendar,
        };
      }),
      next_cursor: found.length > page.limit && last ? encodeCursor([last.at.toISOString(), last.id]) : null,
    };
  });

export const listNotes = (deps: Pick<MainDeps, 'db'>, who: Who, leadId: LeadId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    return { notes: await findNotes(who.workspaceId, sql, leadId, { userId: who.userId, scope: scopeOf(who) }) };
  });

/** @throws SkeinError VALIDATION when a conversation is named that is none of this lead, or that this person does not see */
export async function checkConversation(
  sql: SqlClient,
  who: Who,
  leadId: LeadId,
  enrolmentId: EnrolmentId | null,
): Promise<void> {
  const campaigns = await findLeadCampaigns(who.workspaceId, sql, leadId, scopeOf(who));
  if (enrolmentId !== null && !campaigns.some((campaign) => campaign.enrolment_id === enrolmentId))
    throw invalidField('enrolment_id', 'is not of this lead');
}

export const addNote = (
  deps: LeadDeps,
  who: Who,
  leadId: LeadId,
  input: { note_message: string; enrolment_id?: EnrolmentId },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    await checkConversation(sql, who, leadId, input.enrolment_id ?? null);
    const note = await insertNote(who.workspaceId, sql, {
      leadId,
      enrolmentId: input.enrolment_id ?? null,
      text: input.note_message,
      userId: who.userId,
      scope: scopeOf(who),
      at: new Date(deps.campaignClock.now()),
    });
    await deps.live.publish(sql, who.workspaceId, [`lead:${leadId}`]);
    return note;
  });

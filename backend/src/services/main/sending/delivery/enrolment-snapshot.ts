import type { MailboxId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { EnrolmentSnapshot, MailProvider, QueueKey } from '#engine/sending/plan.types';
import { isFreeMailDomain } from '#engine/inbox-sync/free-mail-domains';
import { loadLeadZones, type StepRow, type CampaignRow } from '#lifecycle/lifecycle.api';
import { unreadFor } from './load-mailboxes.store';
import { missingFieldsOf } from './missing-fields';
import { holdAt, type StoredHold } from './bounce-holds.store';

export interface EnrolmentRow extends Pick<
  StoredEnrolment,
  | 'id'
  | 'lead_id'
  | 'status'
  | 'reason'
  | 'next_step_id'
  | 'next_seq_number'
  | 'next_due_at'
  | 'next_eligible_at'
  | 'created_at'
  | 'mailbox_id'
  | 'provider'
  | 'hold_kind'
  | 'hold_until'
> {
  variant_by_step: Record<string, number>;
  queue: QueueKey;
  email: string;
  domain: string;
  time_zone: string | null;
  is_unsubscribed: boolean;
  is_bounced: boolean;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
  suppression: string | null;
  company_sent_today: number;
  intent_state: 'RESERVED' | 'SUBMITTING' | 'IN_DOUBT' | null;
  intent_send_at: Date | null;
  linked_in: { action: string; state: string; note: string | null; next_look_at: string | null } | null;
  import_hold: StoredHold | null;
  unread_inbox: { mailbox_id: MailboxId; read_at: string | null; reason: string | null } | null;
}

const suppressionCodes: Record<string, string> = {
  unsubscribe: 'UNSUBSCRIBED',
  bounce: 'HARD_BOUNCE',
  category: 'DO_NOT_CONTACT',
};

export async function toSnapshots(
  rows: readonly EnrolmentRow[],
  campaign: CampaignRow,
  steps: readonly StepRow[],
  now: number,
): Promise<EnrolmentSnapshot[]> {
  const zoneOf = campaign.time_zone_mode === 'LEAD' ? await loadLeadZones() : () => null;
  return rows.map((row) => ({ ...toSnapshot(row, campaign, steps, now), timeZone: zoneOf(row)?.zone ?? null }));
}

function toSnapshot(
  row: EnrolmentRow,
  campaign: CampaignRow,
  steps: readonly StepRow[],
  now: number,
): Omit<EnrolmentSnapshot, 'timeZone'> {
  const stepIndex = indexOfNextStep(row, steps);
  const step = steps[stepIndex];
  // A lead that was never mailed is due from its import on, whatever clock wrote the row.
  const dueAt = row.next_due_at?.getTime() ?? Math.min(row.created_at.getTime(), now);
  const found =
    row.suppression !== null
      ? (suppressionCodes[row.suppression] ?? 'BLOCK_LIST')
      : row.is_unsubscribed
        ? 'UNSUBSCRIBED'
        : row.is_bounced
          ? 'HARD_BOUNCE'
          : null;
  // A dead address stops e-mails; a person or LinkedIn may still reach the lead (subsequences that begin with a bounce).
  const suppression = found === 'HARD_BOUNCE' && step && step.snapshot.kind !== 'EMAIL' ? null : found;
  const held = row.hold_kind !== null && (row.hold_until === null || row.hold_until.getTime() > now);
  const variant = step ? row.variant_by_step[String(step.id)] : undefined;
  return {
    id: String(row.id),
    leadId: String(row.lead_id),
    status: row.status,
    endReason: row.reason,
    stepIndex,
    dueAt,
    eligibleAt: Math.max(dueAt, row.next_eligible_at?.getTime() ?? 0),
    order: row.id,
    mailboxId: row.mailbox_id === null ? null : String(row.mailbox_id),
    provider: (row.provider === 'GMAIL' || row.provider === 'OUTLOOK' ? row.provider : 'OTHER') as MailProvider,
    recipientDomain: row.domain,
    freeMail: isFreeMailDomain(row.domain),
    companySentToday: row.company_sent_today,
    suppression,
    hold: held ? { kind: row.hold_kind as 'OUT_OF_OFFICE', until: row.hold_until?.getTime() ?? null } : null,
    unreadInbox: row.unread_inbox && {
      mailboxId: String(row.unread_inbox.mailbox_id),
      readAt: row.unread_inbox.read_at === null ? null : Date.parse(row.unread_inbox.read_at),
      reason: row.unread_inbox.reason,
      until: now + unreadFor,
    },
    importHold: holdAt(row.import_hold, now),
    missingFields: step ? missingFieldsOf(step, row, campaign.allow_missing_fields) : [],
    linkedIn: row.linked_in && {
      action: row.linked_in.action,
      state: row.linked_in.state,
      note: row.linked_in.note,
      nextLookAt: row.linked_in.next_look_at === null ? null : Date.parse(row.linked_in.next_look_at),
    },
    intent:
      row.intent_state && row.intent_send_at ? { state: row.intent_state, sendAt: row.intent_send_at.getTime() } : null,
    variantId: variant === undefined ? null : String(variant),
  };
}

/** Place of the next step. A step that was removed while the lead waited for it is followed by the next one of its number or later. */
function indexOfNextStep(
  row: { next_step_id: number | null; next_seq_number: number; status: string },
  steps: readonly StepRow[],
): number {
  if (row.next_step_id !== null) {
    const index = steps.findIndex((step) => step.id === row.next_step_id);
    if (index >= 0) return index;
  }
  const later = steps.findIndex((step) => step.seq_number >= row.next_seq_number);
  return later >= 0 ? later : steps.length;
}

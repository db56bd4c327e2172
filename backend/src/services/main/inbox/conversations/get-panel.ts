import type { EnrolmentId } from '@skein/contracts/ids';
import type { CalendarAnswer } from '@skein/contracts/calendar-answer';
import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import type { PanelView } from '@skein/contracts/main/inbox-views';
import type { MainDeps } from '#main/deps';
import { isScoped, scopeOf, type Who } from '#access/access.api';
import { findCategoryNames } from './conversation-flags.store';
import { findConversations } from './conversation-scope.store';
import { findNotes, findReminders, findTasks } from './lead-records.store';
import { toNote, toReminder, toTask } from './lead-records';
import { findEvents, findMatch, findOthers, readPanel, type EventRecord, type PanelRecord } from './panel.store';
import { requireConversation } from './require-conversation';

/** The lead beside the thread. Other campaigns are named only where this person may see them. */
export async function getPanel(deps: Pick<MainDeps, 'db'>, who: Who, enrolmentId: EnrolmentId): Promise<PanelView> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    const record = (await readPanel(who.workspaceId, sql, enrolmentId)) as PanelRecord;
    const others = await findOthers(who.workspaceId, sql, record.lead_id, enrolmentId);
    const visible = new Set(
      (
        await findConversations(
          sql,
          who,
          others.map((other) => other.enrolment_id),
        )
      ).map((conversation) => conversation.id),
    );
    // The same lead may be in campaigns of others: what they noted about it is theirs.
    const isShown = ({ enrolment_id: about }: { enrolment_id: EnrolmentId | null }) =>
      !isScoped(scopeOf(who)) || about === enrolmentId || (about !== null && visible.has(about));
    const names = await findCategoryNames(sql, who.workspaceId);
    const match = await findMatch(who.workspaceId, sql, enrolmentId);
    return {
      lead: leadOf(record),
      enrolment: enrolmentOf(record),
      matched_by: match?.by
        ? {
            by: matchNames[match.by] ?? match.by,
            text: matchTexts[match.by] ?? match.evidence?.[0]?.text ?? '',
          }
        : null,
      assigned_user:
        record.assigned_user_id === null ? null : { id: record.assigned_user_id, name: record.assigned_name ?? '' },
      revenue: Number(record.revenue).toFixed(2),
      timeline: [
        ...timelineOf(await findEvents(who.workspaceId, sql, enrolmentId), names),
        importedEntry(record),
      ].slice(0, 200),
      notes: (await findNotes(who.workspaceId, sql, record.lead_id))
        .filter((note) => isShown(note) || note.created_by === who.userId)
        .map(toNote) as PanelView['notes'],
      tasks: (await findTasks(who.workspaceId, sql, { leadId: record.lead_id }))
        .filter((task) => isShown(task) || task.assigned_user_id === who.userId)
        .map(toTask) as PanelView['tasks'],
      reminders: (await findReminders(who.workspaceId, sql, { enrolmentId })).map(toReminder) as PanelView['reminders'],
      other_campaigns: others
        .filter((other) => visible.has(other.enrolment_id))
        .map((other) => ({
          enrolment_id: other.enrolment_id,
          campaign_id: other.campaign_id,
          campaign_name: other.campaign_name,
          status: other.status as PanelView['enrolment']['status'],
          reason: other.reason,
          reply_count: other.reply_count,
        })),
    };
  });
}

const matchNames: Record<string, string> = {
  references: 'Reply header',
  token: 'Reply token',
  sender_subject: 'Sender and subject',
  sender: 'Sender',
  alias: 'Known address',
  person: 'Someone of the team',
};
/** What stands for evidence that only mail servers read. */
const matchTexts: Record<string, string> = {
  references: 'The reply header names an email of this campaign.',
  token: 'It was sent to the reply address of an email of this campaign.',
};
const reasons: Record<string, string> = {
  REPLIED: 'Stopped by reply',
  UNSUBSCRIBED: 'Unsubscribed',
  BOUNCED: 'Blocked by a bounce',
  SUPPRESSED: 'On the block list',
  DO_NOT_CONTACT: 'Do Not Contact',
  MANUAL: 'Manually',
  CLICKED: 'Stopped by a click',
  OPENED: 'Stopped by an open',
  COMPANY_REPLIED: 'Company replied',
  FAILED: 'Refused by the server',
};
const iso = (date: Date | null) => date?.toISOString() ?? null;

function leadOf(record: PanelRecord): PanelView['lead'] {
  return {
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
    provider: record.provider as PanelView['lead']['provider'],
    is_unsubscribed: record.lead_unsubscribed,
    is_bounced: record.lead_bounced,
    time_zone: record.time_zone,
    aliases: record.aliases,
    is_suppressed: record.is_suppressed,
  };
}

function enrolmentOf(record: PanelRecord): PanelView['enrolment'] {
  return {
    id: record.id,
    status: record.status as PanelView['enrolment']['status'],
    reason: record.reason,
    reason_text: record.reason
      ? (reasons[record.reason] ?? record.reason)
      : record.hold_kind === 'OUT_OF_OFFICE'
        ? 'Away'
        : null,
    category_id: record.category_id,
    category_by: record.category_by,
    steps_sent: record.steps_sent,
    step_count: record.step_count,
    next_due_at: iso(record.next_due_at),
    hold_kind: record.hold_kind,
    hold_until: iso(record.hold_until),
    time_zone: record.campaign_zone,
    ended_at: iso(record.ended_at),
  };
}

type Entry = PanelView['timeline'][number];

const importedEntry = (record: PanelRecord): Entry => ({
  kind: 'IMPORTED',
  at: record.created_at.toISOString(),
  is_machine: false,
  seq_number: null,
  variant_label: null,
  count: 1,
  text: record.upload_name
    ? `${record.upload_name}${record.row_number === null ? '' : `, row ${record.row_number}`}`
    : 'Added manually or over the API',
  calendar: null,
});

/** Events of one kind about one mail that follow each other are one line. */
function timelineOf(events: readonly EventRecord[], names: ReadonlyMap<number, string>): Entry[] {
  const entries: Entry[] = [];
  for (const event of events) {
    const entry: Entry = {
      kind: event.kind,
      at: event.at.toISOString(),
      is_machine: event.is_machine,
      seq_number: event.seq_number,
      variant_label: event.variant_label,
      count: 1,
      text: textOf(event, names),
      calendar: (event.evidence.calendar as CalendarAnswer | undefined) ?? null,
    };
    const last = entries.at(-1);
    if (
      last &&
      (event.kind === 'OPEN' || event.kind === 'CLICK') &&
      last.kind === entry.kind &&
      last.is_machine === entry.is_machine &&
      last.seq_number === entry.seq_number &&
      last.text === entry.text
    )
      last.count += 1;
    else entries.push(entry);
  }
  return entries;
}

function textOf(event: EventRecord, names: ReadonlyMap<number, string>): string {
  const { evidence } = event;
  const words = (evidence.classification as { rule: string; text: string }[] | undefined)?.[0];
  switch (event.kind) {
    case 'SENT':
      return event.subject ?? '';
    case 'OPEN':
      return event.is_machine ? `Machine: ${String(evidence.machine_rule ?? 'proxy')}` : 'Human';
    case 'CLICK':
      return event.is_machine ? `Machine: ${String(evidence.machine_rule ?? 'scanner')}` : String(evidence.url ?? '');
    case 'CATEGORY': {
      const id = evidence.category_id as number | null;
      const name =
        id === null
          ? 'no category'
          : ([...fixedCategories, ...systemCategories].find((category) => category.id === id)?.name ??
            names.get(id) ??
            `category ${id}`);
      const by = evidence.by === 'USER' ? 'manually' : evidence.by === 'AI' ? 'by AI' : 'by rule';
      return `${name} ${by}`;
    }
    case 'BOUNCE':
    case 'SENDER_BOUNCE':
    case 'FAILED':
      return String(
        evidence.response ?? (evidence.classification as { text: string }[] | undefined)?.at(-1)?.text ?? '',
      );
    default:
      return words ? `${words.rule}: ${words.text}` : '';
  }
}

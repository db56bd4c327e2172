import type { WorkspaceId } from '@skein/contracts/ids';
import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import type { Database } from '#platform/db/database';
import type { ClaimedDelivery } from './deliveries.store';
import { type Source, type Facts, factsReader, lastInbound } from './payload-facts.store';

const wireTime = (date: Date | string | null | undefined) =>
  date ? new Date(date).toISOString().replace('Z', '+00:00') : null;

/**
 * The flat body of one delivery, in the field names that receivers of this wire read (docs/public-api.md, Webhooks).
 * `to_email` is always the lead and `from_email` always our mailbox, also on replies: a known trap of the wire, kept.
 */
export async function buildPayload(
  db: Database,
  delivery: ClaimedDelivery,
  urls: { publicUrl: string },
): Promise<{ body: Record<string, unknown>; category: string | null }> {
  const source = (delivery.payload['source'] ?? {}) as Source;
  const data = (delivery.payload['data'] ?? {}) as Record<string, unknown>;
  const facts = await factsReader(db)({ workspaceId: delivery.workspace_id, source });
  const category = await categoryName(db, delivery.workspace_id, facts?.category_id ?? null);
  const evidence = source.evidence ?? {};
  const at = wireTime(source.at ?? delivery.created_at);
  const name = [facts?.first_name, facts?.last_name].filter(Boolean).join(' ');
  const common = {
    event_type: delivery.event_type,
    campaign_id: source.campaign_id ?? null,
    campaign_name: facts?.campaign_name ?? null,
    campaign_status: facts?.campaign_status ?? null,
    client_id: source.client_id ?? facts?.client_id ?? null,
    sequence_number: facts?.seq_number ?? facts?.last_seq_number ?? null,
    stats_id: facts?.stats_id ?? null,
    sl_email_lead_id: facts?.lead_id ? String(facts.lead_id) : undefined,
    sl_email_lead_map_id: source.enrolment_id ?? undefined,
    sl_lead_email: facts?.email ?? undefined,
    from_email: facts?.from_email ?? null,
    to_email: facts?.email ?? null,
    to_name: name || null,
    subject: facts?.subject ?? null,
    event_timestamp: at,
    sent_message_body: facts?.body_html ?? facts?.body_text ?? null,
    sent_message: facts?.message_id
      ? {
          message_id: facts.message_id,
          html: facts.body_html ?? '',
          text: facts.body_text ?? '',
          time: wireTime(facts.sent_at),
        }
      : undefined,
    message_id: facts?.message_id ?? null,
    app_url: urls.publicUrl,
    ui_master_inbox_link: source.enrolment_id
      ? `${urls.publicUrl}/app/master-inbox/replies/${source.enrolment_id}`
      : urls.publicUrl,
    metadata: { webhook_created_at: delivery.created_at.toISOString() },
    webhook_url: delivery.webhook_url,
    webhook_id: delivery.webhook_id,
    webhook_name: delivery.webhook_name,
  };
  return {
    body: clean({
      ...common,
      ...(await particulars(db, { delivery, source, facts, evidence, category, at })),
      ...data,
    }),
    category,
  };
}

/** An event with what was found about it. */
interface EventToDescribe {
  delivery: ClaimedDelivery;
  source: Source;
  facts: Facts | null;
  evidence: Record<string, unknown>;
  category: string | null;
  at: string | null;
}

async function describeReply(
  db: Database,
  { delivery, source, facts, evidence, at }: EventToDescribe,
): Promise<Record<string, unknown>> {
  const reply = await lastInbound(db, delivery.workspace_id, source, evidence);
  return {
    time_replied: at,
    cc_emails: reply?.cc_emails ?? [],
    message_id: reply?.message_id ?? facts?.message_id,
    reply_message: reply
      ? {
          message_id: reply.message_id,
          html: reply.html_body ?? '',
          text: reply.text_body,
          time: wireTime(reply.at),
        }
      : undefined,
    reply_body: reply?.html_body ?? reply?.text_body,
    preview_text: reply?.snippet,
    reply_category: facts?.category_id ?? null,
    leadCorrespondence: reply
      ? {
          targetLeadEmail: facts?.email,
          replyReceivedFrom: reply.from_email,
          repliedCompanyDomain: sameCompany(facts?.email, reply.from_email),
        }
      : undefined,
    description: `${facts?.email ?? 'the lead'} replied.`,
  };
}

async function describeBounce(
  db: Database,
  { delivery, source, facts, evidence }: EventToDescribe,
): Promise<Record<string, unknown>> {
  const report = await lastInbound(db, delivery.workspace_id, source, evidence);
  return {
    time_sent: wireTime(facts?.sent_at),
    custom_subject: facts?.subject,
    custom_email_message: facts?.body_html,
    is_bounced: true,
    is_sender_originated_bounce: source.kind === 'SENDER_BOUNCE',
    bounce_reply_message_id: report?.message_id,
    bounce_reply_email: report?.text_body ?? evidence['response'],
    bounce_reply_email_preview: report?.snippet ?? evidence['response'],
    bounce_message: report
      ? {
          message_id: report.message_id,
          html: report.html_body ?? '',
          text: report.text_body,
          time: wireTime(report.at),
        }
      : undefined,
    description: `The e-mail sent to ${facts?.email ?? 'the lead'} got bounced.`,
  };
}

/** What each event adds. */
async function particulars(db: Database, event: EventToDescribe): Promise<Record<string, unknown>> {
  const { delivery, source, facts, evidence, category, at } = event;
  const to = facts?.email ?? 'the lead';
  switch (delivery.event_type) {
    case 'EMAIL_SENT':
    case 'FIRST_EMAIL_SENT':
      return {
        time_sent: at,
        custom_subject: facts?.subject,
        custom_email_message: facts?.body_html ?? facts?.body_text,
        description: `Step ${facts?.seq_number ?? 1} was sent to ${to}.`,
      };
    case 'EMAIL_OPEN':
      return { time_opened: at, description: `${to} opened step ${facts?.seq_number ?? 1}.` };
    case 'EMAIL_LINK_CLICK':
      return {
        time_clicked: at,
        link_clicked: [evidence['url']].filter(Boolean),
        link_details: [evidence['url']].filter(Boolean),
        description: `${to} clicked a link of step ${facts?.seq_number ?? 1}.`,
      };
    case 'EMAIL_REPLY':
      return describeReply(db, event);
    case 'EMAIL_BOUNCE':
      return describeBounce(db, event);
    case 'LEAD_UNSUBSCRIBED':
      return {
        lead_email: facts?.email,
        lead_name: [facts?.first_name, facts?.last_name].filter(Boolean).join(' '),
        sl_email_lead_id: undefined,
        unsubscribed_client_id_map: {},
        event_timestamp: source.at ? new Date(source.at).toISOString() : undefined,
        description: `${to} unsubscribed.`,
      };
    case 'LEAD_CATEGORY_UPDATED':
      return {
        lead_id: facts?.lead_id,
        lead_email: facts?.email,
        lead_name: [facts?.first_name, facts?.last_name].filter(Boolean).join(' '),
        category,
        lead_category_id: facts?.category_id,
        current_sequence: facts?.last_seq_number,
        from: facts?.from_email,
        to: facts?.email,
        lead_category: {
          old_id: evidence['old_id'] ?? null,
          old_name: evidence['old_name'] ?? null,
          new_id: facts?.category_id ?? null,
          new_name: category,
        },
        lead_data: {
          email: facts?.email,
          first_name: facts?.first_name,
          last_name: facts?.last_name,
          phone_number: facts?.phone_number,
          company_name: facts?.company_name,
          website: facts?.website,
          location: facts?.location,
          custom_fields: facts?.custom_fields,
          linkedin_profile: facts?.linkedin_profile,
          company_url: facts?.company_url,
          category: { name: category, sentiment_type: sentimentOf(facts?.category_id) },
        },
        description: `${to} is now ${category ?? 'without category'}.`,
      };
    default:
      return {};
  }
}

async function categoryName(db: Database, workspaceId: WorkspaceId, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const known = [...fixedCategories, ...systemCategories].find((category) => category.id === id);
  if (known) return known.name;
  return (
    (
      await db.systemRead((sql) =>
        sql.query<{ name: string }>('select name from lead_category where workspace_id = $1 and id = $2', [
          workspaceId,
          id,
        ]),
      )
    ).rows[0]?.name ?? null
  );
}

const sentimentOf = (id: number | null | undefined) =>
  [...fixedCategories, ...systemCategories].find((category) => category.id === id)?.sentiment ?? null;
const sameCompany = (one: string | null | undefined, other: string) =>
  !one ? 'Unknown' : one.split('@')[1] === other.split('@')[1] ? 'SameCompany' : 'DifferentCompany';
const clean = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

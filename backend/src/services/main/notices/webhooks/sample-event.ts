import type { WebhookEvent } from '@skein/contracts/constants';
import type { WebhookRow } from './webhooks.store';

/** A sample of an event with every field a real one has, marked as a test: receivers can be built before anything is sent. */
export function sampleEvent(
  eventType: WebhookEvent,
  webhook: Pick<WebhookRow, 'id' | 'name' | 'webhook_url' | 'campaign_id' | 'client_id'>,
  publicUrl: string,
): Record<string, unknown> {
  const at = new Date().toISOString().replace('Z', '+00:00');
  const lead = 'sample.lead@prospects.test';
  const mailbox = 'sender@northlight.test';
  const sent = { message_id: '<sample-sent@northlight.test>', html: '<p>Hello</p>', text: 'Hello', time: at };
  const reply = {
    message_id: '<sample-reply@prospects.test>',
    html: '<p>Tell me more.</p>',
    text: 'Tell me more.',
    time: at,
  };
  const common = {
    event_type: eventType,
    is_test: true,
    campaign_id: webhook.campaign_id ?? 1,
    campaign_name: 'Sample campaign',
    campaign_status: 'ACTIVE',
    client_id: webhook.client_id,
    sequence_number: 1,
    stats_id: '00000000-0000-4000-8000-000000000000',
    sl_email_lead_id: '1',
    sl_email_lead_map_id: 1,
    sl_lead_email: lead,
    from_email: mailbox,
    to_email: lead,
    to_name: 'Sample Lead',
    subject: 'Hello',
    event_timestamp: at,
    sent_message_body: sent.html,
    sent_message: sent,
    message_id: sent.message_id,
    app_url: publicUrl,
    ui_master_inbox_link: `${publicUrl}/app/master-inbox`,
    secret_key: 'secretkey',
    metadata: { webhook_created_at: at },
    webhook_url: webhook.webhook_url,
    webhook_id: webhook.id,
    webhook_name: webhook.name,
    description: `A test of ${eventType}.`,
  };
  return { ...common, ...particulars({ at, lead, mailbox, sent, reply, publicUrl })[eventType] };
}

/** What the events of a sample tell of. */
interface SampleFacts {
  at: string;
  lead: string;
  mailbox: string;
  sent: { html: string };
  reply: { message_id: string; html: string; text: string };
  publicUrl: string;
}

/** The fields that one kind of event has beside the common ones. */
function particulars({
  at,
  lead,
  mailbox,
  sent,
  reply,
  publicUrl,
}: SampleFacts): Partial<Record<WebhookEvent, Record<string, unknown>>> {
  return {
    EMAIL_SENT: { time_sent: at, custom_subject: 'Hello', custom_email_message: sent.html },
    FIRST_EMAIL_SENT: { time_sent: at, custom_subject: 'Hello', custom_email_message: sent.html },
    EMAIL_OPEN: { time_opened: at },
    EMAIL_LINK_CLICK: {
      time_clicked: at,
      link_clicked: ['https://northlight.test/'],
      link_details: ['https://northlight.test/'],
    },
    EMAIL_REPLY: {
      time_replied: at,
      cc_emails: [],
      message_id: reply.message_id,
      reply_message: reply,
      reply_body: reply.html,
      preview_text: reply.text,
      reply_category: 5,
      leadCorrespondence: { targetLeadEmail: lead, replyReceivedFrom: lead, repliedCompanyDomain: 'SameCompany' },
    },
    EMAIL_BOUNCE: {
      time_sent: at,
      is_bounced: true,
      is_sender_originated_bounce: false,
      bounce_reply_email: '550 5.1.1 no such user',
      bounce_reply_email_preview: '550 5.1.1 no such user',
    },
    LEAD_UNSUBSCRIBED: { lead_email: lead, lead_name: 'Sample Lead', unsubscribed_client_id_map: {} },
    LEAD_CATEGORY_UPDATED: {
      lead_id: 1,
      lead_email: lead,
      category: 'Interested',
      lead_category_id: 1,
      lead_category: { old_id: null, old_name: null, new_id: 1, new_name: 'Interested' },
      history: [],
    },
    CAMPAIGN_STATUS_CHANGED: { old_status: 'DRAFTED', new_status: 'ACTIVE', status: 'ACTIVE' },
    UNTRACKED_REPLIES: {
      sender: 'colleague@prospects.test',
      from_email: 'colleague@prospects.test',
      to: [mailbox],
      subject: 'Re: Hello',
      body: { html: '<p>Wrong person, ask Ada.</p>', text: 'Wrong person, ask Ada.' },
      received_time: at,
      message_id: reply.message_id,
    },
    MANUAL_STEP_REACHED: { lead_id: 1, lead_email: lead, step: 2, sequence_number: 2 },
    LINKEDIN_DISCONNECTED: {
      eventType: 'LINKEDIN_DISCONNECTED',
      accountId: 1,
      name: 'Sample Sender',
      error: 'The provider refused access (401).',
      title: 'LinkedIn account disconnected',
      message: 'Sample Sender cannot act on LinkedIn.',
    },
    EMAIL_ACCOUNT_DISCONNECTED: {
      eventType: 'EMAIL_ACCOUNT_DISCONNECTED',
      accountId: 1,
      email: mailbox,
      error: '535 5.7.8 authentication failed',
      appUrl: publicUrl,
      title: 'Mailbox disconnected',
      message: `${mailbox} cannot send.`,
    },
  };
}

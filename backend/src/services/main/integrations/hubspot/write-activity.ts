import type { HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { decodeEntities } from '@skein/template/escape';

export interface Activity {
  object: 'emails' | 'notes' | 'meetings';
  properties: Record<string, string>;
  /** HubSpot's own id of the association with a contact (https://developers.hubspot.com/docs/api/crm/associations). */ association: number;
  title: string;
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '');
const plain = (html: string) =>
  decodeEntities(html.replace(/<(?:br|\/p|\/div|\/li)[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, ''))
    .replaceAll('\u00a0', ' ')
    .trim();
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** HubSpot takes 65,536 characters of a text. */
const most = 60_000;

/**
 * What an event is on the timeline of a contact; null when nothing is written. Texts of mails go as plain text: what strangers send is not
 * handed on as HTML. `key` makes repeating harmless.
 */
export function activityOf(
  eventType: string,
  body: Record<string, unknown>,
  { out }: Pick<HubSpotSettings, 'out'>,
  key: string,
): Activity | null {
  const at = said(body['event_timestamp']) || said(body['time_replied']) || new Date().toISOString();
  const common = { hs_timestamp: new Date(at).toISOString(), hs_unique_creation_key: key };
  const campaign = said(body['campaign_name']);
  const from = (address: unknown, to: unknown) =>
    JSON.stringify({ from: { email: said(address) }, to: [{ email: said(to) }], cc: [], bcc: [] });
  const note = (title: string, text: string): Activity => ({
    object: 'notes',
    association: 202,
    title,
    properties: {
      ...common,
      hs_note_body: `${escape(text)}${campaign ? `<br>Campaign: ${escape(campaign)}` : ''}`.slice(0, most),
    },
  });
  switch (eventType) {
    case 'EMAIL_SENT':
      if (!out.sent) return null;
      return {
        object: 'emails',
        association: 198,
        title: 'Email logged',
        properties: {
          ...common,
          hs_email_direction: 'EMAIL',
          hs_email_status: 'SENT',
          hs_email_subject: said(body['subject']).slice(0, 500),
          hs_email_text: plain(said(body['sent_message_body'])).slice(0, most),
          hs_email_headers: from(body['from_email'], body['to_email']),
        },
      };
    case 'EMAIL_REPLY': {
      if (!out.replied) return null;
      const reply = body['reply_message'] as { text?: string; html?: string } | undefined;
      return {
        object: 'emails',
        association: 198,
        title: 'Reply logged',
        properties: {
          ...common,
          hs_email_direction: 'INCOMING_EMAIL',
          hs_email_status: 'SENT',
          hs_email_subject: said(body['subject']).slice(0, 500),
          hs_email_text: (said(reply?.text) || plain(said(reply?.html)) || said(body['preview_text'])).slice(0, most),
          hs_email_headers: from(body['to_email'], body['from_email']),
        },
      };
    }
    case 'EMAIL_OPEN':
      return out.opened
        ? note(
            'Open logged',
            `Opened email ${String((body['sequence_number'] as number | null) ?? 1)}: ${said(body['subject'])}`,
          )
        : null;
    case 'LEAD_UNSUBSCRIBED':
      return out.unsubscribed ? note('Unsubscribe logged', 'Unsubscribed from outreach emails.') : null;
    case 'LEAD_CATEGORY_UPDATED':
      if (out.meeting && body['lead_category_id'] === 2) return meetingOf(common, campaign);
      return out.category && said(body['category'])
        ? note('Category logged', `Category: ${said(body['category'])}`)
        : null;
    default:
      return null;
  }
}

/** A meeting of half an hour at the moment of the request, which HubSpot needs a time for. */
const meetingOf = (common: { hs_timestamp: string; hs_unique_creation_key: string }, campaign: string): Activity => ({
  object: 'meetings',
  association: 200,
  title: 'Meeting request logged',
  properties: {
    ...common,
    hs_meeting_title: 'Meeting requested by email',
    hs_meeting_body: campaign ? `Campaign: ${campaign}` : '',
    hs_meeting_start_time: common.hs_timestamp,
    hs_meeting_end_time: new Date(Date.parse(common.hs_timestamp) + 30 * 60_000).toISOString(),
  },
});

import type { SlackMessage } from '#platform/integrations/slack';

/** Slack reads &, < and > as markup (https://docs.slack.dev/messaging/formatting-message-text); what a stranger wrote must not. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);
const said = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const id = (value: unknown): string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : '';

const titles: Record<string, (body: Record<string, unknown>, who: string) => string> = {
  EMAIL_SENT: (_, who) => `Email sent to ${who}`,
  FIRST_EMAIL_SENT: (_, who) => `First email sent to ${who}`,
  EMAIL_OPEN: (_, who) => `${who} opened an email`,
  EMAIL_LINK_CLICK: (_, who) => `${who} clicked a link`,
  EMAIL_REPLY: (_, who) => `${who} replied`,
  EMAIL_BOUNCE: (_, who) => `The email to ${who} bounced`,
  LEAD_UNSUBSCRIBED: (_, who) => `${who} unsubscribed`,
  LEAD_CATEGORY_UPDATED: (body, who) => `${who} is now ${said(body['category']) || 'without a category'}`,
  CAMPAIGN_STATUS_CHANGED: (body) =>
    `${said(body['campaign_name']) || 'A campaign'} is now ${said(body['new_status']).toLowerCase() || 'changed'}`,
  UNTRACKED_REPLIES: (body) => `Untracked reply from ${said(body['from_email']) || 'an unknown sender'}`,
  MANUAL_STEP_REACHED: (_, who) => `Manual step due for ${who}`,
  EMAIL_ACCOUNT_DISCONNECTED: (body) => `Mailbox disconnected: ${said(body['email']) || said(body['from_email'])}`,
  LINKEDIN_DISCONNECTED: (body) => `LinkedIn account disconnected: ${said(body['name'])}`,
};

/** What somebody wrote, without the quoted thread below it. */
function excerpt(body: Record<string, unknown>): string {
  const reply = body['reply_message'] as { text?: string } | undefined;
  const text =
    said(reply?.text) || said(body['preview_text']) || said(body['bounce_reply_email_preview']) || said(body['error']);
  const own: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*>|^On .{5,200} wrote:\s*$|^-{2,}\s*Original Message/i.test(line)) break;
    own.push(line);
  }
  return cut(own.join('\n').trim() || text, 1_200);
}

/** One event as a message that can be read without knowing the event: who, what they wrote, where, and buttons that lead there. */
export function slackMessage(
  eventType: string,
  body: Record<string, unknown>,
  given: { publicUrl: string; category: string | null },
): SlackMessage {
  const lead = said(body['sl_lead_email']) || said(body['lead_email']) || said(body['to_email']);
  const name = said(body['to_name']) || said(body['lead_name']);
  const who = name || lead || 'A lead';
  const title = cut((titles[eventType] ?? (() => eventType))(body, who), 140);
  const words = excerpt(body);
  const facts = [
    body['is_test'] ? '*Test*' : '',
    given.category && eventType === 'EMAIL_REPLY' ? `*${escape(given.category)}*` : '',
    name && lead ? escape(lead) : '',
    said(body['campaign_name']) ? escape(said(body['campaign_name'])) : '',
    said(body['subject']) ? escape(cut(said(body['subject']), 120)) : '',
  ].filter(Boolean);
  const buttons: { label: string; url: string }[] = [];
  const thread = said(body['ui_master_inbox_link']);
  if (thread.includes('/app/master-inbox')) buttons.push({ label: 'Open thread', url: thread });
  const leadId = id(body['sl_email_lead_id']) || id(body['lead_id']);
  if (leadId) buttons.push({ label: 'Open lead', url: `${given.publicUrl}/app/lead/${leadId}/view` });
  const campaign = id(body['campaign_id']);
  if (campaign && !leadId)
    buttons.push({ label: 'Open campaign', url: `${given.publicUrl}/app/email-campaign/${campaign}/overview` });
  if (eventType === 'EMAIL_ACCOUNT_DISCONNECTED')
    buttons.push({ label: 'Open mailboxes', url: `${given.publicUrl}/app/email-accounts` });
  if (eventType === 'LINKEDIN_DISCONNECTED')
    buttons.push({ label: 'Open LinkedIn accounts', url: `${given.publicUrl}/app/integrations/linkedin` });
  return {
    text: words ? `${title}: ${cut(words.replace(/\s+/g, ' '), 200)}` : title,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      ...(words
        ? [{ type: 'section', text: { type: 'mrkdwn', text: cut(`>${escape(words).replaceAll('\n', '\n>')}`, 2_900) } }]
        : []),
      ...(facts.length > 0
        ? [{ type: 'context', elements: [{ type: 'mrkdwn', text: cut(facts.join('  ·  '), 1_900) }] }]
        : []),
      ...(buttons.length > 0
        ? [
            {
              type: 'actions',
              elements: buttons.map((button, index) => ({
                type: 'button',
                text: { type: 'plain_text', text: button.label, emoji: false },
                url: button.url,
                action_id: `open-${index}`,
                ...(index === 0 ? { style: 'primary' } : {}),
              })),
            },
          ]
        : []),
    ],
  };
}

import { webhookEvents, type WebhookEvent } from '@skein/contracts/constants';
import { webhookInput, type WebhookView } from '@skein/contracts/main/webhooks.contract';

/** What is typed into the form of a webhook. */
export interface WebhookForm {
  name: string;
  webhook_url: string;
  scope: 1 | 2 | 3;
  client_id: number | null;
  campaign: { id: number; name: string } | null;
  event_types: WebhookEvent[];
  categories: string[];
  /** keep: what is stored stays, replaced in a dialog of its own; set: the typed one, where there is none yet; none: unsigned. */
  secret: 'keep' | 'set' | 'none';
  secret_key: string;
  is_active: boolean;
}
export type WebhookField =
  | 'name'
  | 'webhook_url'
  | 'campaign_id'
  | 'client_id'
  | 'event_types'
  | 'categories'
  | 'secret_key';

/** Events in words, in groups. */
export const eventWords: Record<WebhookEvent, { label: string; group: 'Email' | 'Leads' | 'Accounts and campaigns' }> =
  {
    EMAIL_SENT: { label: 'Email sent', group: 'Email' },
    FIRST_EMAIL_SENT: { label: 'First email to a lead sent', group: 'Email' },
    EMAIL_OPEN: { label: 'Email opened', group: 'Email' },
    EMAIL_LINK_CLICK: { label: 'Link clicked', group: 'Email' },
    EMAIL_REPLY: { label: 'Reply', group: 'Email' },
    EMAIL_BOUNCE: { label: 'Email bounced', group: 'Email' },
    UNTRACKED_REPLIES: { label: 'Reply without a known lead', group: 'Email' },
    LEAD_UNSUBSCRIBED: { label: 'Lead unsubscribed', group: 'Leads' },
    LEAD_CATEGORY_UPDATED: { label: 'Category changed', group: 'Leads' },
    MANUAL_STEP_REACHED: { label: 'Manual step reached', group: 'Leads' },
    CAMPAIGN_STATUS_CHANGED: { label: 'Campaign status changed', group: 'Accounts and campaigns' },
    EMAIL_ACCOUNT_DISCONNECTED: { label: 'Mailbox disconnected', group: 'Accounts and campaigns' },
    LINKEDIN_DISCONNECTED: { label: 'LinkedIn account disconnected', group: 'Accounts and campaigns' },
  };
export const eventGroups = ['Email', 'Leads', 'Accounts and campaigns'] as const;
export const eventLabel = (event: string): string => eventWords[event as WebhookEvent]?.label ?? event;

/** The events whose deliveries categories can narrow. */
export const narrowedByCategory = (events: readonly WebhookEvent[]): boolean =>
  events.includes('EMAIL_REPLY') || events.includes('LEAD_CATEGORY_UPDATED');

/** The form of a new webhook, or of one that is. */
export function formOf(webhook: WebhookView | null): WebhookForm {
  if (!webhook)
    return {
      name: '',
      webhook_url: '',
      scope: 1,
      client_id: null,
      campaign: null,
      event_types: ['EMAIL_REPLY'],
      categories: [],
      secret: 'none',
      secret_key: '',
      is_active: true,
    };
  const isEvent = (event: string): event is WebhookEvent => (webhookEvents as readonly string[]).includes(event);
  return {
    name: webhook.name,
    webhook_url: webhook.webhook_url,
    scope: webhook.scope,
    client_id: webhook.client_id,
    campaign:
      webhook.campaign_id === null ? null : { id: webhook.campaign_id, name: `Campaign ${webhook.campaign_id}` },
    event_types: webhook.event_types.filter(isEvent),
    categories: webhook.categories,
    secret: webhook.has_secret ? 'keep' : 'none',
    secret_key: '',
    is_active: webhook.is_active,
  };
}

/** What is sent: `secret_key` is left out to keep it, null to take it away. */
export const bodyOf = (form: WebhookForm) => ({
  name: form.name,
  webhook_url: form.webhook_url.trim(),
  scope: form.scope,
  campaign_id: form.scope === 3 ? (form.campaign?.id ?? null) : null,
  client_id: form.scope === 2 ? form.client_id : null,
  event_types: form.event_types,
  categories: narrowedByCategory(form.event_types) ? form.categories : [],
  is_active: form.is_active,
  ...(form.secret === 'keep' ? {} : { secret_key: form.secret === 'none' ? null : form.secret_key }),
});

/** What is wrong, by field; the contract's rules and the one that needs a campaign. */
export function problemsOf(form: WebhookForm): Partial<Record<WebhookField, string>> {
  const parsed = webhookInput.safeParse(bodyOf(form));
  const found = Object.fromEntries(
    (parsed.success ? [] : parsed.error.issues).map((issue) => [String(issue.path[0]), issue.message]).reverse(),
  ) as Partial<Record<WebhookField, string>>;
  return {
    ...found,
    ...(form.scope === 3 && !form.campaign ? { campaign_id: 'is required for a webhook of a campaign' } : {}),
  };
}

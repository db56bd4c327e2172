import { zoneLabel } from '@skein/ui/instant';
import { auditKinds, type AuditEntryView, type AuditKind } from '@skein/contracts/main/audit.contract';

/** Fields in a person's words; others are their own name without underscores. */
const fieldWords: Record<string, string> = {
  message_per_day: 'Emails a day',
  min_time_to_wait_minutes: 'Gap in minutes',
  is_suspended: 'Suspended',
  is_active: 'On',
  from_name: 'Sender name',
  from_email: 'Address',
  bcc_email: 'BCC address',
  different_reply_to_address: 'Reply-to address',
  custom_tracking_domain: 'Tracking domain',
  client_id: 'Client',
  webhook_url: 'Address',
  event_types: 'Events',
  secret_sealed: 'Signing secret',
  credentials_sealed: 'Credentials',
  key_sealed: 'Key',
  key_hash: 'Key',
  sealed: 'Password',
  password_hash: 'Password',
  two_factor_on_at: 'Two-factor login',
  audit_days: 'History kept for days',
  plan_type: 'Plan',
  deleted_at: 'Deleted',
  revoked_at: 'Ended',
  in_app: 'In the product',
  by_mail: 'By email',
  restricted_categories: 'Hidden categories',
};

export function fieldLabel(field: string): string {
  const [first = '', ...rest] = field.split('.');
  const known = fieldWords[first] ?? sentence(first.replace(/_/g, ' '));
  return rest.length > 0 ? `${known}: ${rest.join('.').replace(/_/g, ' ')}` : known;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A recorded value as text, short enough for a table. */
export function valueText(value: unknown, most = 60): string {
  const text =
    value === null || value === undefined || value === ''
      ? /* text */ 'none'
      : value === true
        ? /* text */ 'yes'
        : value === false
          ? /* text */ 'no'
          : Array.isArray(value)
            ? value.length === 0
              ? /* text */ 'none'
              : value.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each))).join(', ')
            : typeof value === 'object'
              ? JSON.stringify(value)
              : wordsOf(String(value));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A code in words, `PENDING` as `Pending`; other texts, and zones under their usual name, as they are. */
const wordsOf = (text: string): string =>
  /^[A-Z]+(?:_[A-Z]+)*$/.test(text) && text.length > 3
    ? sentence(text.replace(/_/g, ' ').toLowerCase())
    : zoneLabel(text);

export const kindLabel = (kind: string): string => auditKinds[kind as AuditKind] ?? sentence(kind.replace(/-/g, ' '));

const manyOf: Record<AuditKind, string> = /* text */ {
  workspace: 'workspaces',
  subscription: 'subscriptions',
  member: 'team members',
  session: 'logins',
  invitation: 'invitations',
  client: 'clients',
  'api-key': 'API keys',
  'ai-key': 'AI keys',
  assistant: 'AI assistants',
  'drafted-reply': 'AI replies',
  mailbox: 'mailboxes',
  'mailbox-password': 'mailbox passwords',
  'client-rule': 'client rules',
  'bounce-response': 'bounce responses',
  'fleet-rules': 'fleet rules',
  'warmup-policy': 'warmup settings',
  'consent-client': 'OAuth clients',
  webhook: 'webhooks',
  'block-list': 'block list entries',
  'block-upload': 'block list uploads',
  tag: 'tags',
  folder: 'folders',
  category: 'lead categories',
  integration: 'integrations',
  'account-import': 'imports from other products',
  'untracked-block': 'block lists of untracked replies',
  'linkedin-account': 'LinkedIn accounts',
  'verification-provider': 'verification providers',
  whitelabel: 'whitelabels',
  campaign: 'campaigns',
  'placement-link': 'links to placement reports',
  'placement-seed': 'seed mailboxes',
  'server-group': 'server groups',
  server: 'dedicated servers',
  'server-mapping': 'servers of campaigns',
  purchase: 'purchases',
  'purchased-domain': 'purchased domains',
  'purchased-mailbox': 'purchased mailboxes',
  'step-template': 'step templates',
  notifications: 'notifications',
  history: 'change histories',
  export: 'workspace exports',
  import: 'workspace imports',
};

const actions: Record<string, string> = /* text */ { created: 'added', changed: 'changed', deleted: 'deleted' };
const own: Record<string, string> = {
  'session created': 'Logged in',
  'session refused': 'Login failed',
  'session deleted': 'Session ended',
  'block-list created': 'Blocked',
  'block-list deleted': 'Removed from the block list',
  'member assigned': 'Work assigned',
  'api-key shown': 'API key shown',
  'api-key created': 'API key created',
};

/** What was done, in a few words: "Mailbox changed", "Emails a day of 12 mailboxes". */
export function changeTitle(entry: Pick<AuditEntryView, 'kind' | 'action' | 'changes' | 'objects'>): string {
  const known = own[`${entry.kind} ${entry.action}`];
  if (known) return known;
  const [only] = entry.changes;
  const what = kindLabel(entry.kind);
  if (entry.action === 'changed' && entry.changes.length === 1 && only)
    return entry.objects > 1
      ? `${fieldLabel(only.field)}: ${entry.objects.toLocaleString('en-US')} ${manyOf[entry.kind as AuditKind] ?? what}`
      : `${what}: ${fieldLabel(only.field).toLowerCase()}`;
  return `${what} ${actions[entry.action] ?? entry.action}`;
}

const signed = (count: number) => `${count > 0 ? '+' : '−'}${Math.abs(count).toLocaleString('en-US')}`;
const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
const effects: Record<string, (count: number) => string> = {
  emails_a_day: (count) => `${signed(count)} emails a day`,
  campaigns: (count) => counted(count, 'campaign', 'campaigns'),
  leads: (count) => counted(count, 'lead in progress', 'leads in progress'),
  sessions: (count) => counted(count, 'open session', 'open sessions'),
  keys: (count) => counted(count, 'API key', 'API keys'),
  clients: (count) => counted(count, 'client', 'clients'),
  mailboxes: (count) => counted(count, 'mailbox', 'mailboxes'),
  entries: (count) => counted(count, 'entry', 'entries'),
  rows: (count) => counted(count, 'row', 'rows'),
  files: (count) => counted(count, 'file', 'files'),
  deliveries_waiting: (count) => counted(count, 'delivery waiting', 'deliveries waiting'),
};

/** The effect in numbers, the most telling first. Campaigns of several mailboxes overlap: their sum would say too much. */
export const effectTexts = ({ effect, objects }: Pick<AuditEntryView, 'effect' | 'objects'>): string[] =>
  Object.keys(effects)
    .filter((name) => effect[name] && (objects === 1 || name !== 'campaigns'))
    .map((name) => (effects[name] as (count: number) => string)(effect[name] as number));

export const sourceWords: Record<AuditEntryView['via'], string> = {
  session: 'Web app',
  'api-key': 'API key',
  link: 'Link from an email',
  operator: 'Operator',
  system: 'Automatic',
};

type Made = Pick<AuditEntryView, 'person' | 'via' | 'action' | 'api_key'>;
/** A login that failed: whoever tried is not the person whose address they gave. */
const isRefusedLogin = ({ action }: Pick<Made, 'action'>): boolean => action === 'refused';

/** Who it was. */
export function whoName(entry: Pick<Made, 'person' | 'via' | 'action'>): string {
  if (entry.person) return entry.person.name;
  if (isRefusedLogin(entry)) return 'Unknown';
  if (entry.via === 'operator') return 'Operator of this installation';
  return entry.via === 'link' ? sourceWords.link : 'Skein';
}

/** How they did it. */
export function sourceName(entry: Pick<Made, 'via' | 'api_key' | 'action'>): string {
  if (isRefusedLogin(entry)) return 'Login page';
  return entry.via === 'api-key' ? `API key ${entry.api_key?.name ?? ''}`.trim() : sourceWords[entry.via];
}

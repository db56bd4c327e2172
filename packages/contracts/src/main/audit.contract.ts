import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty, idParam, instant, instantInput, pageQuery, text } from '../schemas';

/** What an entry can be about, with the word that people know it by. */
export const auditKinds = /* text */ {
  workspace: 'Workspace',
  subscription: 'Subscription',
  member: 'Team member',
  session: 'Login',
  invitation: 'Invitation',
  client: 'Client',
  'api-key': 'API key',
  'ai-key': 'AI key',
  assistant: 'AI assistant',
  'drafted-reply': 'AI reply',
  mailbox: 'Mailbox',
  'mailbox-password': 'Mailbox password',
  'client-rule': 'Client rule',
  'bounce-response': 'Bounce response',
  'fleet-rules': 'Fleet rules',
  'warmup-policy': 'Warmup settings',
  'consent-client': 'OAuth client',
  webhook: 'Webhook',
  'block-list': 'Block list',
  'block-upload': 'Block list upload',
  tag: 'Tag',
  folder: 'Folder',
  category: 'Lead category',
  integration: 'Integration',
  'account-import': 'Import from another product',
  'untracked-block': 'Block list of untracked replies',
  'linkedin-account': 'LinkedIn account',
  'verification-provider': 'Verification provider',
  whitelabel: 'Whitelabel',
  campaign: 'Campaign',
  'placement-link': 'Link to a placement report',
  'placement-seed': 'Seed mailbox',
  'server-group': 'Server group',
  server: 'Dedicated server',
  'server-mapping': 'Servers of a campaign',
  purchase: 'Purchase',
  'purchased-domain': 'Purchased domain',
  'purchased-mailbox': 'Purchased mailbox',
  'step-template': 'Step template',
  notifications: 'Notifications',
  history: 'Change history',
  export: 'Workspace export',
  import: 'Workspace import',
} as const;
export type AuditKind = keyof typeof auditKinds;
const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

/** For how many days entries can be kept. */
export const auditDays = [90, 180, 365, 730, 1825] as const;

/** Where a change came from. */
export const auditSources = ['session', 'api-key', 'link', 'operator', 'system'] as const;

export const auditChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Its values are secret: only that it changed is kept. */
  is_secret: z.boolean(),
});

export const auditEntryView = z.object({
  id: z.string(),
  at: instant,
  /** null for the product itself, for operators and for strangers. */
  person: z.object({ id: z.number().int(), name: z.string(), email: z.string() }).nullable(),
  via: z.enum(auditSources),
  api_key: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  route: z.string().nullable(),
  kind: z.string(),
  /** created, changed, deleted, or a word of its own such as `assigned`. */
  action: z.string(),
  object: z.object({ id: z.string(), label: z.string() }),
  /** How many objects the same change was made to. */
  objects: z.number().int(),
  changes: z.array(auditChange),
  /** Numbers under names, over all objects: `emails_a_day: 240`. */
  effect: z.record(z.string(), z.number()),
  /** What else belongs to it, such as the first values of many. */
  detail: z.record(z.string(), z.unknown()),
  undo: z.enum(['possible', 'undone', 'changed-since', 'none']),
  /** The entry that this one undid. */
  undoes: z.string().nullable(),
});
export type AuditEntryView = z.output<typeof auditEntryView>;

const filter = z.object({
  person_id: idParam.optional(),
  kind: z.enum(kinds).optional(),
  via: z.enum(auditSources).optional(),
  /** Part of an object's name, of a field, or an object's id. */
  search: z.string().trim().max(100).optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
});
const read = { who: 'person', may: 'settings.write' } as const;
const entryId = z.object({ auditEntryId: z.string().regex(/^\d{1,18}$/) });

/** Every change of a setting: who, from where, before and after, and the effect in numbers. Entries are only ever added. */
export const auditContract = defineContract({
  service: 'main',
  tag: 'Change history',
  endpoints: {
    listEntries: {
      method: 'GET',
      path: '/api/audit-entries',
      access: read,
      summary: 'Changes of settings, newest first',
      query: pageQuery(50, 200).extend(filter.shape),
      response: z.object({ rows: z.array(auditEntryView), next_cursor: z.string().nullable() }),
    },
    readChoices: {
      method: 'GET',
      path: '/api/audit-entries/choices',
      access: read,
      summary: 'Which people and kinds the history names, and for how many days it is kept',
      response: z.object({
        people: z.array(z.object({ id: z.number().int(), name: z.string() })),
        kinds: z.array(z.string()),
        keep_days: z.number().int(),
      }),
    },
    readEntry: {
      method: 'GET',
      path: '/api/audit-entries/:auditEntryId',
      access: read,
      summary: 'One change with its objects (200 at most) and the earlier changes of the same fields',
      params: entryId,
      response: auditEntryView.extend({
        all_objects: z.array(z.object({ id: z.string(), label: z.string() })),
        earlier: z.array(z.object({ id: z.string(), at: instant, name: z.string(), changes: z.array(auditChange) })),
      }),
    },
    undoEntry: {
      method: 'POST',
      path: '/api/audit-entries/:auditEntryId/undo',
      access: read,
      summary: 'Put back what was before, by the same rules as any other change; refused when it was changed since',
      params: entryId,
      body: empty,
      response: z.object({
        undone: z.number().int(),
        failed: z.array(z.object({ label: text(300), reason: text(2_000) })),
      }),
    },
    setRetention: {
      method: 'PUT',
      path: '/api/audit-entries/retention',
      access: read,
      summary: 'For how many days changes are kept',
      body: z.object({ keep_days: z.literal(auditDays) }),
      response: z.object({ keep_days: z.number().int() }),
    },
    exportEntries: {
      method: 'GET',
      path: '/api/audit-entries/export',
      access: read,
      summary: 'The changes of a filter as CSV, newest first',
      query: filter,
      answer: 'raw',
      response: z.unknown(),
    },
  },
});

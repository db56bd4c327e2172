import { z } from 'zod';
import { webhookEvents, type WebhookEvent } from './constants';
import type { AnyEndpoint, Contract } from './endpoint';
import { blockListContract } from './main/block-list.contract';
import { campaignLeadsContract } from './main/campaign-leads.contract';
import { campaignsContract } from './main/campaigns.contract';
import { inboxContract } from './main/inbox.contract';
import { leadsContract } from './main/leads.contract';
import { mailboxesContract } from './main/mailboxes.contract';
import { webhooksContract } from './main/webhooks.contract';

/** A value that a person fills in. */
export interface AutomationField {
  name: string;
  in: 'path' | 'query' | 'body';
  /** `list`: texts separated by commas. `json`: anything else. */
  type: 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'json';
  isRequired: boolean;
  choices?: string[];
}

/** One call of the product as automation products offer it. */
export interface AutomationAction {
  id: string;
  resource: string;
  label: string;
  /** Of the contract. */
  description: string;
  method: string;
  path: string;
  permission: string;
  fields: AutomationField[];
  /** The fields of the body are one entry of this list. */
  entryOf?: string;
  /** Where the rows of a list are in the answer. */
  rowsAt?: string;
}

export interface AutomationCatalog {
  /** Subscribing to events, as REST hooks do. */
  hooks: { subscribe: string; unsubscribe: string; list: string; sample: string };
  events: { name: WebhookEvent; label: string }[];
  actions: AutomationAction[];
}

const eventLabels: Record<WebhookEvent, string> = /* text */ {
  EMAIL_SENT: 'Email sent',
  FIRST_EMAIL_SENT: 'First email sent',
  EMAIL_OPEN: 'Email opened',
  EMAIL_LINK_CLICK: 'Link clicked',
  EMAIL_REPLY: 'Reply received',
  EMAIL_BOUNCE: 'Email bounced',
  LEAD_UNSUBSCRIBED: 'Lead unsubscribed',
  LEAD_CATEGORY_UPDATED: 'Lead category changed',
  CAMPAIGN_STATUS_CHANGED: 'Campaign status changed',
  UNTRACKED_REPLIES: 'Untracked reply received',
  MANUAL_STEP_REACHED: 'Manual step reached',
  EMAIL_ACCOUNT_DISCONNECTED: 'Mailbox disconnected',
  LINKEDIN_DISCONNECTED: 'LinkedIn account disconnected',
};

type Chosen = [
  id: string,
  resource: string,
  label: string,
  contract: Contract,
  endpoint: string,
  more?: Pick<AutomationAction, 'entryOf' | 'rowsAt'>,
];

/** The calls that are offered. Everything else about them comes from the contracts. */
const chosen: Chosen[] = [
  ['listCampaigns', 'Campaign', 'List campaigns', campaignsContract, 'listCampaigns', { rowsAt: 'rows' }],
  ['getCampaign', 'Campaign', 'Get campaign', campaignsContract, 'getCampaign'],
  ['setCampaignStatus', 'Campaign', 'Change campaign status', campaignsContract, 'setStatus'],
  ['addLead', 'Lead', 'Add lead to campaign', campaignLeadsContract, 'addLeads', { entryOf: 'leads' }],
  ['findLeads', 'Lead', 'Find leads', leadsContract, 'listLeads', { rowsAt: 'rows' }],
  ['updateLead', 'Lead', 'Update lead', leadsContract, 'updateLead'],
  ['unsubscribeLead', 'Lead', 'Unsubscribe lead', leadsContract, 'unsubscribeLead'],
  ['block', 'Block list', 'Add block list entry', blockListContract, 'addBlockEntries'],
  ['listMailboxes', 'Mailbox', 'List mailboxes', mailboxesContract, 'list', { rowsAt: 'rows' }],
  ['listConversations', 'Conversation', 'List conversations', inboxContract, 'listConversations', { rowsAt: 'rows' }],
  ['addNote', 'Conversation', 'Add note to conversation', inboxContract, 'addNote'],
];

/** What the n8n node and the Zapier app are made of: `npm run automation` writes it into both packages, and a test compares. */
export function automationCatalog(): AutomationCatalog {
  const { createWebhook, deleteWebhook, listWebhooks, sampleOfEvent } = webhooksContract.endpoints;
  return {
    hooks: {
      subscribe: createWebhook.path,
      unsubscribe: deleteWebhook.path,
      list: listWebhooks.path,
      sample: sampleOfEvent.path,
    },
    events: webhookEvents.map((name) => ({ name, label: eventLabels[name] })),
    actions: chosen.map(actionOf),
  };
}

function actionOf([id, resource, label, contract, name, more = {}]: Chosen): AutomationAction {
  const endpoint = contract.endpoints[name] as AnyEndpoint;
  if (endpoint.access.who !== 'person') throw new Error(`${id}: only calls that an API key may make are offered.`);
  return {
    ...{ id, resource, label, description: endpoint.summary, method: endpoint.method, path: endpoint.path },
    permission: endpoint.access.may,
    fields: [
      ...fieldsOf(endpoint.params, 'path'),
      ...fieldsOf(endpoint.query, 'query').filter((field) => field.name !== 'cursor'),
      ...fieldsOf(endpoint.body, 'body', more.entryOf),
    ],
    ...more,
  };
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

function fieldsOf(schema: z.ZodType | undefined, place: AutomationField['in'], entryOf?: string): AutomationField[] {
  if (!schema) return [];
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const shape = entryOf ? (whole.properties?.[entryOf]?.items ?? {}) : whole;
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    ...inPlace(typeOf(property), place),
    isRequired: shape.required?.includes(name) ?? false,
  }));
}

/** An address has lists as text with commas. */
const inPlace = (found: Pick<AutomationField, 'type' | 'choices'>, place: AutomationField['in']) =>
  place === 'query' && ['list', 'json'].includes(found.type) ? { type: 'text' as const } : found;

function typeOf(schema: Schema): Pick<AutomationField, 'type' | 'choices'> {
  const one = schema.anyOf?.find((each) => each.type !== 'null') ?? schema;
  const type = Array.isArray(one.type) ? one.type.find((each) => each !== 'null') : one.type;
  if (one.enum?.every((value) => typeof value === 'string')) return { type: 'choice', choices: one.enum as string[] };
  if (type === 'integer' || type === 'number') return { type: 'number' };
  if (type === 'boolean') return { type: 'boolean' };
  if (type === 'array' && one.items?.type === 'string') return { type: 'list' };
  return { type: type === 'string' ? 'text' : 'json' };
}

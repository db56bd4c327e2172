import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, idParam, instant } from '../schemas';

export const mostClientRules = 500;

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'is required')
  .max(253)
  .regex(/^(?=[^.])[a-z0-9.-]+\.[a-z]{2,63}$/, 'must be a domain such as company.com');

/** Mailboxes of a domain, or with a tag. */
export const clientRuleCondition = z.union([
  z.object({ domain, tag_id: z.undefined().optional() }),
  z.object({ tag_id: idParam, domain: z.undefined().optional() }),
]);
export type ClientRuleCondition = z.output<typeof clientRuleCondition>;

const clientRule = z.object({
  id: z.number().int(),
  domain: z.string().nullable(),
  tag: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  client: z.object({ id: z.number().int(), name: z.string() }),
  /** Mailboxes that match and belong to its client. */
  mailboxes: z.number().int(),
  created_at: instant,
});
export type ClientRuleView = z.output<typeof clientRule>;

const write = { who: 'person', may: 'client.write' } as const;

/** Rules that give new mailboxes to clients. What exists already is given by a change of many mailboxes, which can be undone. */
export const mailboxClientRulesContract = defineContract({
  service: 'main',
  tag: 'Client rules of mailboxes',
  endpoints: {
    listClientRules: {
      method: 'GET',
      path: '/api/mailbox-client-rules',
      access: write,
      summary: 'Rules that give new mailboxes to clients, in the order in which they apply',
      response: z.object({ rules: z.array(clientRule) }),
    },
    addClientRule: {
      method: 'POST',
      path: '/api/mailbox-client-rules',
      access: write,
      summary: 'New mailboxes of a domain, or with a tag, belong to a client from now on',
      body: z.object({ condition: clientRuleCondition, client_id: idOf('client') }),
      response: clientRule,
      status: 201,
    },
    previewClientRule: {
      method: 'POST',
      path: '/api/mailbox-client-rules/preview',
      access: write,
      summary: 'Which connected mailboxes match a rule, and whose they are now',
      body: z.object({ condition: clientRuleCondition, client_id: idOf('client') }),
      response: z.object({
        without_client: z.number().int(),
        of_this_client: z.number().int(),
        of_others: z.number().int(),
        /** Some of those without a client. */
        examples: z.array(z.string()),
      }),
    },
    deleteClientRule: {
      method: 'DELETE',
      path: '/api/mailbox-client-rules/:clientRuleId',
      access: write,
      summary: 'Delete a rule; mailboxes keep their clients',
      params: z.object({ clientRuleId: idParam }),
      response: done,
    },
  },
});

/** For forms. */
export const addClientRuleBody = mailboxClientRulesContract.endpoints.addClientRule.body;

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { alias, id, listOf, normalise, offset, okay, whole } from './wire';

const write = { who: 'person', may: 'blocklist.write' } as const;
const entries = z
  .array(z.string().trim().min(1).max(320))
  .min(1, 'needs at least one entry')
  .max(10_000, 'can be at most 10,000 entries');

export const v1BlockListContract = defineContract({
  service: 'main',
  tag: 'API v1: block list',
  endpoints: {
    add: {
      method: 'POST',
      path: '/api/v1/leads/add-domain-block-list',
      aliases: ['POST /api/v1/leads/global-blocklist'],
      access: write,
      answer: 'bare',
      summary: 'Block domains, each with its subdomains, and addresses; leads they match are stopped at once',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'domain_block_list', 'domains', 'domain', 'email', 'emails');
          return { ...body, domain_block_list: listOf(body['domain_block_list']) };
        }),
        z.object({ domain_block_list: entries, client_id: id.nullable().optional() }),
      ),
      response: okay.extend({
        uploadCount: z.number().int(),
        totalDomainAdded: z.number().int(),
        invalid: z.array(z.string()),
      }),
    },
    list: {
      method: 'GET',
      path: '/api/v1/leads/get-domain-block-list',
      aliases: ['GET /api/v1/leads/global-blocklist'],
      access: { who: 'person', may: 'lead.read' },
      answer: 'bare',
      summary: 'Blocked domains and addresses, newest first',
      query: z.object({
        offset,
        limit: whole(1, 1000).default(100),
        filter_client_id: id.optional(),
        filter_email_or_domain: z.string().trim().max(320).optional(),
        /** An address, with its domain: whatever blocks it; or `true` with filter_email_or_domain. */ filter_email_with_domain:
          z.union([flag, z.string().trim().max(320)]).optional(),
      }),
      response: z.array(
        z.object({
          id: z.number().int(),
          email_or_domain: z.string(),
          created_at: instant,
          source: z.string(),
          client_id: z.number().int().nullable(),
        }),
      ),
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/leads/delete-domain-block-list',
      access: write,
      answer: 'bare',
      summary: 'Take an entry off by id',
      query: z.object({ id }),
      response: okay,
    },
    removeByName: {
      method: 'DELETE',
      path: '/api/v1/leads/remove-domain-block-list',
      access: write,
      answer: 'bare',
      summary: 'Take a domain or an address off',
      body: z.preprocess(
        normalise((body) => alias(body, 'domain', 'email')),
        z.object({ domain: z.string().trim().min(1, 'is required').max(320) }),
      ),
      response: okay,
    },
  },
});

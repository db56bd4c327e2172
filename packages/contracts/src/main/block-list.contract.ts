import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, flag, idParam, instant, pageOf, pageQuery } from '../schemas';

export const suppressionSources = [
  'manual',
  'api',
  'upload',
  'unsubscribe',
  'bounce',
  'category',
  'verification',
  'erasure',
] as const;
export const blockEntry = z.object({
  id: z.number().int() /** `hash`: an erased address; the value is a keyed hash of it. */,
  kind: z.enum(['email', 'domain', 'hash']),
  value: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  source: z.string(),
  /** The file that brought it. */ upload_id: z.number().int().nullable(),
  upload_name: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: instant,
  created_by_name: z.string().nullable(),
});
/** Which entries: `is_global` those that hold for the whole workspace (true), or those of clients (false). */
const filter = z.object({
  search: z.string().trim().max(200).optional(),
  kind: z.enum(['email', 'domain']).optional(),
  client_id: idOf('client').optional(),
  is_global: flag.optional(),
  source: z.string().max(40).optional(),
  upload_id: idParam.optional(),
});
const write = { who: 'person', may: 'blocklist.write' } as const;

/** Addresses and domains that must never be mailed. An entry without a client holds for the whole workspace; a client's own adds to it. */
export const blockListContract = defineContract({
  service: 'main',
  tag: 'Block list',
  endpoints: {
    listBlockEntries: {
      method: 'GET',
      path: '/api/block-list',
      access: { who: 'person', may: 'lead.read' },
      summary: 'Entries, newest first',
      query: filter.extend(pageQuery(50).shape),
      response: pageOf(blockEntry),
    },
    exportBlockEntries: {
      method: 'GET',
      path: '/api/block-list/export.csv',
      access: { who: 'person', may: 'lead.export' },
      summary: 'The list as CSV, streamed, newest first; erased people, who are known by a hash alone, are not in it',
      query: filter,
      response: z.string(),
      answer: 'raw',
    },
    addBlockEntries: {
      method: 'POST',
      path: '/api/block-list',
      access: write,
      summary:
        'Block addresses and domains, each with its subdomains; leads they match are stopped in every running campaign at once',
      body: z.object({
        entries: z.array(z.string().trim().min(1).max(320)).min(1).max(10_000),
        client_id: idOf('client').nullable().optional(),
        reason: z.string().trim().max(300).optional(),
      }),
      response: z.object({
        added: z.number().int(),
        already_there: z.number().int(),
        invalid: z.array(z.string()),
        /** Why the first of them are none, to be read by a person. */
        problems: z.array(z.object({ entry: z.string(), problem: z.string() })),
        leads_blocked: z.number().int(),
        cancelled_emails: z.number().int(),
        /** The new ones: what undoing takes off again. */
        entry_ids: z.array(z.number().int()),
      }),
    },
    undoBlockEntries: {
      method: 'POST',
      path: '/api/block-list/undo',
      access: write,
      summary:
        'Undo what this person blocked: the entries are removed, and the leads they stopped continue as they were',
      body: z.object({ entry_ids: z.array(idParam).min(1).max(10_000) }),
      response: z.object({
        removed: z.number().int(),
        leads_resumed: z.number().int(),
        /** Covered by another entry, or ended by something else since. */
        leads_kept: z.number().int(),
      }),
    },
    removeBlockEntry: {
      method: 'DELETE',
      path: '/api/block-list/:entryId',
      access: write,
      summary: 'Take an entry off; leads that were stopped by it stay stopped until someone resumes them',
      params: z.object({ entryId: idParam }),
      response: done,
    },
  },
});

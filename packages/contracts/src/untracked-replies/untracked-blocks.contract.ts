import { z } from 'zod';
import { defineContract } from '../endpoint';
import { kept } from '../main/kept-change';
import { instant } from '../schemas';

/** How many entries each list takes (docs/domain.md, Untracked replies). */
export const untrackedBlockLimits = { emails: 100, domains: 100, subjects: 10, keywords: 10 } as const;

const entries = (most: number, entry: z.ZodType<string, string>) =>
  z.array(entry).max(most, `can have at most ${most} entries`).default([]);
const words = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'needs at least 3 characters')
  .max(200, 'can have at most 200 characters');

export const untrackedBlocks = z.object({
  emails: entries(
    untrackedBlockLimits.emails,
    z
      .string()
      .trim()
      .toLowerCase()
      .max(320)
      .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'),
  ),
  /** With everything below them. */
  domains: entries(
    untrackedBlockLimits.domains,
    z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain such as example.com'),
  ),
  /** Parts of a subject. */ subjects: entries(untrackedBlockLimits.subjects, words),
  /** Words in subject or text. */ keywords: entries(untrackedBlockLimits.keywords, words),
});
export type UntrackedBlocks = z.output<typeof untrackedBlocks>;

const write = { who: 'person', may: 'blocklist.write' } as const;

/** What never becomes an open untracked reply. Requests to be left alone count all the same. */
export const untrackedBlocksContract = defineContract({
  service: 'untracked-replies',
  tag: 'Untracked replies',
  endpoints: {
    readUntrackedBlocks: {
      method: 'GET',
      path: '/api/untracked-replies/block-lists',
      access: write,
      summary: 'The four lists, and how many replies are in each state',
      response: z.object({
        lists: untrackedBlocks,
        counts: z.object({ open: z.number().int(), unread: z.number().int(), ignored: z.number().int() }),
      }),
    },
    previewUntrackedBlocks: {
      method: 'POST',
      path: '/api/untracked-replies/block-lists/preview',
      access: write,
      summary: 'Which open replies these lists would set aside; nothing is saved',
      body: untrackedBlocks,
      response: z.object({
        count: z.number().int(),
        samples: z.array(z.object({ from_email: z.string(), subject: z.string(), at: instant, entry: z.string() })),
      }),
    },
    saveUntrackedBlocks: {
      method: 'PUT',
      path: '/api/untracked-replies/block-lists',
      access: write,
      summary: 'Save the lists; open replies that fall under them are ignored, those of the future as well',
      body: untrackedBlocks,
      response: z.object({ lists: untrackedBlocks, ignored: z.number().int(), ...kept }),
    },
  },
});

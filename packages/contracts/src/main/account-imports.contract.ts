import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { idParam, listOf } from '../schemas';

/** Products that a workspace can be moved from. */
export const importSources = ['SMARTLEAD', 'INSTANTLY'] as const;
export type ImportSource = (typeof importSources)[number];
export const importStates = ['RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export const importedStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ENDED'] as const;

const source = z.enum(importSources);
const key = z
  .string()
  .trim()
  .min(8, 'is too short for an API key')
  .max(400, 'is too long for an API key')
  .regex(/^[\x21-\x7e]+$/, 'has a character that no API key has');
const externalId = z.string().trim().min(1).max(100);
const counts = z.record(z.string(), z.number().int());

export const importedCampaign = z.object({
  id: z.number().int(),
  name: z.string(),
  state: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
  /** What it was in the other product when it was read; null before. */
  source_status: z.enum(importedStatuses).nullable(),
  /** Whether it was paused there, so that only one of the two sends. */
  is_source_paused: z.boolean(),
  /** The draft that it became. */
  campaign_id: z.number().int().nullable(),
  steps: z.number().int(),
  /** Leads by outcome: `imported`, `waiting`, `finished`, `held`, `left_out`. */
  counts,
  /** Sender addresses that are not connected here. */
  missing_mailboxes: z.array(z.string()),
  notes: z.array(z.string()),
  problem: z.string().nullable(),
});
export type ImportedCampaign = z.output<typeof importedCampaign>;

export const accountImportView = z.object({
  /** `total` and `done` are campaigns. */
  ...runFields,
  id: z.number().int(),
  source,
  state: z.enum(importStates),
  is_sandbox: z.boolean(),
  /** The last characters of the key. */
  hint: z.string(),
  /** Block list entries that were added. */
  blocked: z.number().int(),
  campaigns: z.array(importedCampaign),
  mailboxes: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      type: z.string(),
      daily_limit: z.number().int().nullable(),
      /** The mailbox here; null until somebody connects it, because passwords never leave the other product. */
      mailbox_id: z.number().int().nullable(),
    }),
  ),
});
export type AccountImportView = z.output<typeof accountImportView>;

const read = { who: 'person', may: 'integration.write' } as const;
/** A key of another account is typed by a person. */
const session = { who: 'session', may: 'integration.write' } as const;
const params = z.object({ accountImportId: idParam });

/** Moving in from another product. Nothing that was sent from there is sent again. */
export const accountImportsContract = defineContract({
  service: 'main',
  tag: 'Account imports',
  endpoints: {
    listAccountImports: {
      method: 'GET',
      path: '/api/account-imports',
      access: read,
      summary: 'The last 20 imports from other products, newest first',
      response: z.object({
        imports: z.array(accountImportView),
        /** Keys of the sandbox’s stand-ins; null elsewhere. */
        sandbox_keys: z.object({ SMARTLEAD: z.string(), INSTANTLY: z.string() }).nullable(),
      }),
    },
    previewAccountImport: {
      method: 'POST',
      path: '/api/account-imports/preview',
      access: session,
      summary: 'Try a key and list the campaigns of the account; nothing is kept',
      body: z.object({ source, key }),
      response: z.object({
        campaigns: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            status: z.enum(importedStatuses),
            /** It came with an earlier import: the same campaign goes on. */
            is_imported: z.boolean(),
          }),
        ),
      }),
    },
    startAccountImport: {
      method: 'POST',
      path: '/api/account-imports',
      access: session,
      summary: 'Import campaigns with their leads, states and block list from another product',
      body: z.object({
        source,
        key,
        campaign_ids: listOf(externalId, 500).min(1, 'needs at least one campaign'),
        /** Pause running campaigns there first. Otherwise leads of running campaigns come in paused. */
        pause_source: z.boolean().default(true),
        block_list: z.boolean().default(true),
      }),
      response: accountImportView,
    },
    getAccountImport: {
      method: 'GET',
      path: '/api/account-imports/:accountImportId',
      access: read,
      summary: 'How far an import is',
      params,
      response: accountImportView,
    },
    resumeAccountImport: {
      method: 'POST',
      path: '/api/account-imports/:accountImportId/resume',
      access: session,
      summary: 'Continue with an import that failed or was cancelled where it stopped; its key was forgotten',
      params,
      body: z.object({ key }),
      response: accountImportView,
    },
    cancelAccountImport: {
      method: 'POST',
      path: '/api/account-imports/:accountImportId/cancel',
      access: read,
      summary: 'Stop an import; what came in stays',
      params,
      body: z.object({}),
      response: accountImportView,
    },
    linkImportedMailboxes: {
      method: 'POST',
      path: '/api/account-imports/:accountImportId/mailboxes',
      access: read,
      summary: 'Add mailboxes that were connected since to the imported campaigns that used them',
      params,
      body: z.object({}),
      response: accountImportView,
    },
  },
});

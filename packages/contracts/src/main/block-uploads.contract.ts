import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { empty, idParam, instant, pageOf, pageQuery } from '../schemas';
import { uploadDelimiters, uploadEncodings, uploadQuotings } from './uploads.contract';

/** What becomes of a row; each row has exactly one of these. */
export const blockOutcomes = ['ADDED', 'ALREADY_THERE', 'DUPLICATE_IN_FILE', 'INVALID', 'EMPTY'] as const;
export type BlockOutcome = (typeof blockOutcomes)[number];
export const blockOutcomeTexts: Record<BlockOutcome, string> = /* text */ {
  ADDED: 'Added',
  ALREADY_THERE: 'On the list already',
  DUPLICATE_IN_FILE: 'Duplicate inside the file',
  INVALID: 'Neither an address nor a domain',
  EMPTY: 'Empty',
};

export const blockUploadStatuses = [
  'UPLOADED',
  'IMPORTING',
  'CANCELLED',
  'COMPLETED',
  'FAILED',
  'UNDOING',
  'UNDONE',
] as const;

export const blockUploadColumn = z.object({
  index: z.number().int(),
  name: z.string(),
  filled_percent: z.number(),
  /** The first values, and how each is understood: an address, a domain, or nothing. */
  samples: z.array(z.object({ text: z.string(), reads_as: z.string().nullable() })),
  /** How likely this column is the one to block, 0 to 1, with the reason in words. */
  confidence: z.number(),
  match: z.enum(['CERTAIN', 'LIKELY', 'CHECK', 'NONE']),
  reason: z.string(),
});
export type BlockUploadColumn = z.output<typeof blockUploadColumn>;

export const blockUploadView = z.object({
  ...runFields,
  id: z.number().int(),
  /** Null: the entries hold for the whole workspace. */ client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  file_name: z.string(),
  file_size: z.number().int(),
  status: z.enum(blockUploadStatuses),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  quoting: z.enum(uploadQuotings),
  sheet: z.string().nullable(),
  has_header: z.boolean(),
  title_rows: z.array(z.array(z.string())).describe('Rows above the header, such as a title, that are left out'),
  columns: z.array(blockUploadColumn),
  /** Proposed, and later chosen; null when no column looks like it. */ column: z.number().int().nullable(),
  reason: z.string().nullable(),
  rows_total: z.number().int().nullable(),
  rows_total_is_estimate: z.boolean(),
  rows_done: z.number().int(),
  /** Every outcome with its count; they sum to the rows done. */
  counts: z.array(z.object({ outcome: z.enum(blockOutcomes), text: z.string(), count: z.number().int() })),
  left_out: z.number().int(),
  leads_blocked: z.number().int(),
  emails_cancelled: z.number().int(),
  entries_removed: z.number().int(),
  entries_handed_over: z.number().int(),
  delete_identifier: z.string(),
  can_undo: z.boolean(),
  undone_at: instant.nullable(),
});
export type BlockUploadView = z.output<typeof blockUploadView>;

export const blockUndoEffects = z.object({
  /** Entries that go: this upload brought them, and nobody else asked for them. */
  entries_removed: z.number().int(),
  /** Entries that another upload names too; they stay as that one's. */
  handed_over: z.number().int(),
  /** Entries that are no longer this upload's: taken off the list, or asked for by somebody else since. */
  no_longer_its_own: z.number().int(),
  /** Entries that were on the list before; they stay. */
  already_there: z.number().int(),
  /** Leads that were stopped; they stay stopped until somebody resumes them. */
  leads_blocked: z.number().int(),
});
export type BlockUndoEffects = z.output<typeof blockUndoEffects>;

const params = z.object({ blockUploadId: idParam });
const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'blocklist.write' } as const;

/**
 * Files of addresses and domains for the block list: send, look at what was detected, start, watch, undo. Topic
 * `block-list` tells of progress.
 */
export const blockUploadsContract = defineContract({
  service: 'main',
  tag: 'Block list uploads',
  endpoints: {
    createBlockUpload: {
      method: 'POST',
      path: '/api/block-list/uploads',
      access: write,
      summary:
        'Send a file of addresses and domains: CSV, TSV, XLSX or one per line (its bytes are the body, streamed; 200 MB at most, a spreadsheet 50 MB); answers what was detected in it',
      rawBody: true,
      query: z.object({ file_name: z.string().trim().min(1, 'is required').max(255) }),
      response: blockUploadView,
      status: 201,
    },
    listBlockUploads: {
      method: 'GET',
      path: '/api/block-list/uploads',
      access: read,
      summary: 'Uploads of the block list, newest first',
      query: pageQuery(20),
      response: pageOf(blockUploadView.omit({ columns: true, title_rows: true })),
    },
    getBlockUpload: {
      method: 'GET',
      path: '/api/block-list/uploads/:blockUploadId',
      access: read,
      summary: 'Progress of an upload with its counts and effects',
      params,
      response: blockUploadView,
    },
    findBlockUpload: {
      method: 'GET',
      path: '/api/block-list/upload-links/:deleteIdentifier',
      access: read,
      summary: 'The upload behind its confirm-delete link',
      params: z.object({ deleteIdentifier: z.uuid() }),
      response: blockUploadView,
    },
    detectBlockUpload: {
      method: 'POST',
      path: '/api/block-list/uploads/:blockUploadId/detect',
      access: write,
      summary:
        'Read the file again in another encoding, with another delimiter, with or without a header, or with another row as the header',
      params,
      body: z.object({
        encoding: z.enum(uploadEncodings).optional(),
        delimiter: z.enum(uploadDelimiters).optional(),
        has_header: z.boolean().optional(),
        title_rows: z.number().int().min(0).max(10).optional(),
      }),
      response: blockUploadView,
    },
    startBlockUpload: {
      method: 'POST',
      path: '/api/block-list/uploads/:blockUploadId/start',
      access: write,
      summary: 'Block the values of a column, for the whole workspace or for one client',
      params,
      body: z.object({
        column: z.number().int().min(0).max(999),
        client_id: idOf('client').nullable().optional(),
        reason: z.string().trim().max(300).optional(),
      }),
      response: blockUploadView,
    },
    cancelBlockUpload: {
      method: 'POST',
      path: '/api/block-list/uploads/:blockUploadId/cancel',
      access: write,
      summary: 'Stop an upload; what is on the list stays',
      params,
      body: empty,
      response: blockUploadView,
    },
    downloadLeftOut: {
      method: 'GET',
      path: '/api/block-list/uploads/:blockUploadId/left-out.csv',
      access: read,
      summary: 'The rows that brought no entry as CSV, with row number, outcome and reason',
      params,
      response: z.string(),
      answer: 'raw',
    },
    blockUndoEffects: {
      method: 'GET',
      path: '/api/block-list/uploads/:blockUploadId/undo',
      access: read,
      summary: 'What undoing an upload would remove and keep',
      params,
      response: blockUndoEffects,
    },
    undoBlockUpload: {
      method: 'POST',
      path: '/api/block-list/uploads/:blockUploadId/undo',
      access: write,
      summary: 'Remove what an upload added, in the background; leads that were stopped stay stopped',
      params,
      body: empty,
      response: blockUploadView,
    },
  },
});

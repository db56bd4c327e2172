import { z } from 'zod';
import { runFields } from '../bulk-run';
import { leadFields } from '../constants';
import { defineContract } from '../endpoint';
import { empty, idParam, pageOf, pageQuery, wordList } from '../schemas';
import { leadCondition } from './campaign-settings';
import { uploadOutcomes } from './upload-outcomes';

export const uploadStatuses = [
  'UPLOADED',
  'IMPORTING',
  'CANCELLING',
  'CANCELLED',
  'COMPLETED',
  'FAILED',
  'UNDONE',
] as const;
/** Encodings that can be chosen manually; detection answers one of them. */
export const uploadEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export const uploadDelimiters = [',', ';', '\t', '|'] as const;
/** How cells are enclosed that hold a delimiter or a line break. */
export const uploadQuotings = ['double', 'single', 'none'] as const;
export type Quoting = (typeof uploadQuotings)[number];

/** What a column becomes: a lead field, a custom field under a name, or nothing. */
export const columnTarget = z.union([
  z.object({ kind: z.literal('field'), field: z.enum(leadFields) }),
  z.object({
    kind: z.literal('custom'),
    name: z
      .string()
      .trim()
      .min(1, 'is required')
      .max(120)
      .regex(/^[^{}|%]+$/, 'can’t contain { } | %'),
  }),
  z.object({ kind: z.literal('ignore') }),
]);
export type ColumnTarget = z.output<typeof columnTarget>;

export const uploadColumn = z.object({
  index: z.number().int(),
  name: z.string(),
  samples: z.array(z.string()),
  filled_percent: z.number(),
  /** Proposed by name and content; confidence 0 to 1 with the reason in words. */
  target: columnTarget,
  confidence: z.number(),
  match: z.enum(['CERTAIN', 'LIKELY', 'CHECK', 'REMEMBERED', 'BY_YOU', 'NONE']),
  reason: z.string(),
  addresses: z
    .object({
      rows: z.number().int().describe('Rows checked: all of them, unless the file is larger than 4 MB'),
      repaired: z
        .number()
        .int()
        .describe('Cells that are an address once spaces, mailto: or other characters around it are removed'),
      role: z.number().int().describe('Role addresses, such as info@ or sales@'),
      examples: z.array(z.object({ row: z.number().int(), from: z.string(), to: z.string() })),
    })
    .optional()
    .describe('Repaired and role addresses in this column; left out where it holds no addresses'),
});
export type UploadColumn = z.output<typeof uploadColumn>;

export const uploadView = z.object({
  ...runFields,
  id: z.number().int(),
  campaign_id: z.number().int().nullable(),
  list_id: z.number().int().nullable(),
  list_name: z.string().nullable(),
  file_name: z.string(),
  file_size: z.number().int(),
  status: z.enum(uploadStatuses),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  quoting: z.enum(uploadQuotings),
  sheet: z.string().nullable().describe('The sheet of a spreadsheet that is read'),
  has_header: z.boolean(),
  columns: z.array(uploadColumn),
  sample_rows: z.array(z.array(z.string())),
  sample_row_numbers: z
    .array(z.number().int())
    .describe('The number that a spreadsheet shows for each row of the sample'),
  title_rows: z.array(z.array(z.string())).describe('Rows above the header, such as a title, that are left out'),
  rows_above: z
    .number()
    .int()
    .describe('Rows of the sheet above the first lead: add it to a row_number for the number that a spreadsheet shows'),
  rows_total: z.number().int().nullable(),
  rows_total_is_estimate: z.boolean(),
  rows_done: z.number().int(),
  rows_waiting: z.number().int().nullable(),
  rejected: z.number().int(),
  repaired_addresses: z
    .number()
    .int()
    .describe(
      'Rows read so far whose address was repaired: spaces, mailto: or other characters around it were removed',
    ),
  role_addresses: z.number().int().describe('Rows read so far with a role address, such as info@ or sales@'),
  /** Every outcome with its count; together with the rows waiting they sum to the rows of the file. */
  counts: z.array(z.object({ outcome: z.enum(uploadOutcomes), text: z.string(), count: z.number().int() })),
  mapping: z.array(columnTarget),
  options: leadCondition.partial(),
  delete_identifier: z.string(),
  can_undo: z.boolean(),
});
export type UploadView = z.output<typeof uploadView>;

export const uploadRow = z.object({
  row_number: z.number().int(),
  email: z.string().nullable(),
  outcome: z.enum(uploadOutcomes),
  text: z.string(),
  reason: z.string().nullable(),
  lead_id: z.number().int().nullable(),
  enrolment_id: z.number().int().nullable(),
});

const uploadId = z.object({ uploadId: idParam });
const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;

/** Import of leads: create, look at what was detected, map, start, watch. Topic `upload:<id>` tells of progress. */
export const uploadsContract = defineContract({
  service: 'main',
  tag: 'Lead import',
  endpoints: {
    createUpload: {
      method: 'POST',
      path: '/api/uploads',
      access: write,
      summary:
        'Send a file: CSV, TSV or XLSX (its bytes are the body, streamed; 200 MB at most, a spreadsheet 50 MB); answers what was detected in it',
      rawBody: true,
      query: z.object({
        file_name: z.string().trim().min(1, 'is required').max(255),
        campaign_id: idParam.optional(),
        list_id: idParam.optional(),
      }),
      response: uploadView,
      status: 201,
    },
    listUploads: {
      method: 'GET',
      path: '/api/uploads',
      access: read,
      summary: 'Uploads, newest first',
      query: z
        .object({
          campaign_id: idParam.optional(),
          list_id: idParam.optional(),
          delete_identifier: z.uuid().optional().describe('Only the upload with this identifier'),
        })
        .extend(pageQuery(20).shape),
      response: pageOf(
        uploadView.omit({ columns: true, sample_rows: true, sample_row_numbers: true, title_rows: true }),
      ),
    },
    getUpload: {
      method: 'GET',
      path: '/api/uploads/:uploadId',
      access: read,
      summary: 'Progress of an upload with its counts',
      params: uploadId,
      response: uploadView,
    },
    detectUpload: {
      method: 'POST',
      path: '/api/uploads/:uploadId/detect',
      access: write,
      summary:
        'Read the file again in another encoding, with another delimiter, with or without a header, or with more or fewer rows above it',
      params: uploadId,
      body: z.object({
        encoding: z.enum(uploadEncodings).optional(),
        delimiter: z.enum(uploadDelimiters).optional(),
        has_header: z.boolean().optional(),
        title_rows: z.number().int().min(0).max(10).optional(),
      }),
      response: uploadView,
    },
    startUpload: {
      method: 'POST',
      path: '/api/uploads/:uploadId/start',
      access: write,
      summary: 'Import with this mapping, one target for each column',
      params: uploadId,
      body: z.object({
        mapping: z.array(columnTarget).min(1).max(1_000),
        options: leadCondition.partial().default({}),
        remember_mapping: z.boolean().default(false),
      }),
      response: uploadView,
    },
    listUploadRows: {
      method: 'GET',
      path: '/api/uploads/:uploadId/rows',
      access: read,
      summary: 'Rows by outcome, in the order of the file; without a filter those that were left out',
      params: uploadId,
      query: z
        .object({ outcome: wordList.pipe(z.array(z.enum(uploadOutcomes))).optional() })
        .extend(pageQuery(50).shape),
      response: pageOf(uploadRow),
    },
    downloadRejected: {
      method: 'GET',
      path: '/api/uploads/:uploadId/rejected.csv',
      access: read,
      summary: 'The rows that were left out as CSV, with row number, outcome and reason; it can be imported again',
      params: uploadId,
      response: z.string(),
      answer: 'raw',
    },
    cancelUpload: {
      method: 'POST',
      path: '/api/uploads/:uploadId/cancel',
      access: write,
      summary: 'Stop an import; what is in stays',
      params: uploadId,
      body: empty,
      response: uploadView,
    },
    undoEffects: {
      method: 'GET',
      path: '/api/uploads/:uploadId/undo',
      access: read,
      summary: 'What undoing an upload would remove and keep',
      params: uploadId,
      response: z.object({
        enrolments_removed: z.number().int(),
        leads_removed: z.number().int(),
        kept_contacted: z.number().int(),
        cancelled_emails: z.number().int(),
      }),
    },
    undoUpload: {
      method: 'POST',
      path: '/api/uploads/:uploadId/undo',
      access: { who: 'person', may: 'lead.delete' },
      summary: 'Remove the enrolments and leads that an upload made, except those that were emailed',
      params: uploadId,
      body: empty,
      response: z.object({
        enrolments_removed: z.number().int(),
        leads_removed: z.number().int(),
        kept_contacted: z.number().int(),
        cancelled_emails: z.number().int(),
      }),
    },
  },
});

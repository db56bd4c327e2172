import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { empty, idParam, instant } from '../schemas';

export const archiveStates = ['RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
/** PAUSING: campaigns. ROWS: tables as NDJSON. COPIES: CSV and mbox. FILES: attachments and pictures. */
export const exportStages = ['PAUSING', 'ROWS', 'COPIES', 'FILES'] as const;
export const importStages = ['CHECK', 'ROWS', 'FILES'] as const;
/** Days after which an archive is deleted. */
export const archiveDays = 7;
/** Bytes that an archive may have: 50 GB. */
export const largestArchive = 50 * 1024 * 1024 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().nonnegative();
const name = z.string().max(500);

/** `manifest.json` of an archive. Two archives of the same data have equal `tables` and `files`, whichever installation made them. */
export const archiveManifest = z.object({
  format: z.literal('skein-workspace-1'),
  made_at: z.string().max(40),
  /** The last migration of the installation that made it. */
  version: z.string().max(200),
  workspace: z.object({ name: z.string().max(200), id: z.number().int() }),
  /** `rows/NAME.ndjson`: one row a line; the hash is that of the unpacked file. */
  tables: z
    .array(
      z.object({
        name: z.string().max(63),
        columns: z.array(z.string().max(63)).max(200),
        rows: size,
        bytes: size,
        sha256,
      }),
    )
    .max(200),
  /** `files/NAME`: attachments, pictures and uploaded lists. */
  files: z.array(z.object({ name, type: z.string().max(200), bytes: size, sha256 })).max(1_000_000),
  /** CSV and mbox to read elsewhere. An import does not need them. */
  copies: z.array(z.object({ name, rows: size, bytes: size, sha256 })).max(20_000),
  /** What is not in an archive, and why. */
  left_out: z.array(z.object({ name: z.string().max(63), reason: z.string().max(300) })).max(200),
});
export type ArchiveManifest = z.output<typeof archiveManifest>;

const work = {
  /** `total` and `done` are rows, as `rows_total` and `rows_done` are; `error` is the `problem`. */
  ...runFields,
  id: z.number().int(),
  state: z.enum(archiveStates),
  rows_done: z.number().int(),
  rows_total: z.number().int(),
  problem: z.string().nullable(),
  created_by: z.string(),
};

export const workspaceExportView = z.object({
  ...work,
  stage: z.enum(exportStages),
  pauses_campaigns: z.boolean(),
  /** Campaigns that were paused for it. */
  paused: z.number().int(),
  files: z.number().int(),
  /** Of the archive, in bytes. */
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  /** When the archive is deleted. */
  expires_at: instant.nullable(),
});
export type WorkspaceExportView = z.output<typeof workspaceExportView>;

export const workspaceImportView = z.object({
  ...work,
  stage: z.enum(importStages),
  file_name: z.string(),
  /** Until when a stopped or failed import can be resumed; null for every other, and once its archive is deleted. */
  resumable_until: instant.nullable(),
  /** The workspace in the archive, and when it was exported; null before the archive was read. */
  workspace_name: z.string().nullable(),
  exported_at: instant.nullable(),
  files: z.number().int(),
  /** What came in: `campaigns`, `leads`, `mailboxes`, `people`, `emails`. */
  counts: z.record(z.string(), z.number().int()),
});
export type WorkspaceImportView = z.output<typeof workspaceImportView>;

/** The owner's, in a browser or by a key that names the scope: an archive holds every lead and every email. */
const owns = { who: 'person', may: 'workspace.archive' } as const;
const exportId = z.object({ workspaceExportId: idParam });
const importId = z.object({ workspaceImportId: idParam });

/** A workspace as one archive, and an archive as a workspace. Topic `workspace-archives` tells of progress. */
export const workspaceArchivesContract = defineContract({
  service: 'main',
  tag: 'Workspace export and import',
  endpoints: {
    listWorkspaceExports: {
      method: 'GET',
      path: '/api/workspace-exports',
      access: owns,
      summary: 'The last exports of the workspace, newest first',
      response: z.object({
        exports: z.array(workspaceExportView),
        /** Campaigns that are sending now. */
        active_campaigns: z.number().int(),
      }),
    },
    startWorkspaceExport: {
      method: 'POST',
      path: '/api/workspace-exports',
      access: owns,
      summary:
        'Export everything in the workspace as one archive: rows as NDJSON, CSV, mbox, files, and a manifest with hashes',
      body: z.object({
        /** Pause running campaigns first, so that nothing is sent here that the archive does not know of. For a move. */
        pause_campaigns: z.boolean().default(false),
      }),
      response: workspaceExportView,
      status: 201,
    },
    getWorkspaceExport: {
      method: 'GET',
      path: '/api/workspace-exports/:workspaceExportId',
      access: owns,
      summary: 'Progress of an export',
      params: exportId,
      response: workspaceExportView,
    },
    cancelWorkspaceExport: {
      method: 'POST',
      path: '/api/workspace-exports/:workspaceExportId/cancel',
      access: owns,
      summary: 'Stop an export',
      params: exportId,
      body: empty,
      response: workspaceExportView,
    },
    deleteWorkspaceExport: {
      method: 'DELETE',
      path: '/api/workspace-exports/:workspaceExportId',
      access: owns,
      summary: 'Delete an archive before its seven days are over',
      params: exportId,
      response: z.object({ done: z.literal(true) }),
    },
    readArchiveManifest: {
      method: 'GET',
      path: '/api/workspace-exports/:workspaceExportId/manifest',
      access: owns,
      summary: 'What an archive holds, with the hash of each table and file',
      params: exportId,
      response: archiveManifest,
    },
    linkWorkspaceArchive: {
      method: 'POST',
      path: '/api/workspace-exports/:workspaceExportId/link',
      access: owns,
      summary: 'An address to download the archive from, for five minutes',
      params: exportId,
      body: empty,
      response: z.object({ url: z.string(), expires_at: instant }),
    },
    listWorkspaceImports: {
      method: 'GET',
      path: '/api/workspace-imports',
      access: owns,
      summary: 'Imports of archives into this workspace, and whether one can be started',
      response: z.object({
        imports: z.array(workspaceImportView),
        /** Why no archive can be imported here; null when one can. */
        refusal: z.string().nullable(),
      }),
    },
    startWorkspaceImport: {
      method: 'POST',
      path: '/api/workspace-imports',
      access: owns,
      summary:
        'Import an archive into this workspace, which must be unused (the bytes of the archive are the body, streamed)',
      rawBody: true,
      query: z.object({ file_name: z.string().trim().min(1, 'is required').max(255) }),
      response: workspaceImportView,
      status: 201,
    },
    resumeWorkspaceImport: {
      method: 'POST',
      path: '/api/workspace-imports/:workspaceImportId/resume',
      access: owns,
      summary: 'Resume an import that failed, where it stopped',
      params: importId,
      body: empty,
      response: workspaceImportView,
    },
    cancelWorkspaceImport: {
      method: 'POST',
      path: '/api/workspace-imports/:workspaceImportId/cancel',
      access: owns,
      summary: 'Stop an import; rows that came in stay',
      params: importId,
      body: empty,
      response: workspaceImportView,
    },
  },
});

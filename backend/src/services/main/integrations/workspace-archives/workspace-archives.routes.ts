import type { ReadableStream } from 'node:stream/web';
import { workspaceArchivesContract } from '@skein/contracts/main/workspace-archives.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import * as exports from './workspace-exports';
import * as imports from './workspace-imports';

export const workspaceArchivesRoutes = (deps: MainDeps) =>
  routes(workspaceArchivesContract)(deps, {
    listWorkspaceExports: (d, { actor }) => exports.listExports(d, actor),
    startWorkspaceExport: (d, { actor, body }) => exports.startExport(d, actor, body.pause_campaigns),
    getWorkspaceExport: (d, { actor, params }) => exports.readExport(d, actor, params.workspaceExportId),
    cancelWorkspaceExport: (d, { actor, params }) => exports.cancelExport(d, actor, params.workspaceExportId),
    deleteWorkspaceExport: (d, { actor, params }) => exports.deleteExport(d, actor, params.workspaceExportId),
    readArchiveManifest: (d, { actor, params }) => exports.readManifest(d, actor, params.workspaceExportId),
    linkWorkspaceArchive: (d, { actor, params }) => exports.linkArchive(d, actor, params.workspaceExportId),
    listWorkspaceImports: (d, { actor }) => imports.listImports(d, actor),
    startWorkspaceImport: (d, { actor, query, raw }) =>
      imports.startImport(d, actor, {
        fileName: query.file_name,
        content: raw.req.raw.body as ReadableStream | null,
      }),
    resumeWorkspaceImport: (d, { actor, params }) => imports.resumeImport(d, actor, params.workspaceImportId),
    cancelWorkspaceImport: (d, { actor, params }) => imports.cancelImport(d, actor, params.workspaceImportId),
  });

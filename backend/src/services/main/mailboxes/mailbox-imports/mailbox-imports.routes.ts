import { mailboxImportsContract } from '@skein/contracts/main/mailbox-imports.contract';
import type { ReadableStream } from 'node:stream/web';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createMailboxImport } from './create-mailbox-import';
import {
  downloadFailedRows,
  getMailboxImport,
  listMailboxImportRows,
  listMailboxImports,
} from './read-mailbox-imports';
import { cancelMailboxImport, retryMailboxImport, startMailboxImport } from './start-mailbox-import';

export const mailboxImportsRoutes = (deps: MainDeps) =>
  routes(mailboxImportsContract)(deps, {
    createMailboxImport: (d, { actor, query, raw }) =>
      createMailboxImport(d, actor, { fileName: query.file_name, content: raw.req.raw.body as ReadableStream | null }),
    listMailboxImports: (d, { actor, query }) => listMailboxImports(d, actor, query),
    getMailboxImport: (d, { actor, params }) => getMailboxImport(d, actor, params.mailboxImportId),
    startMailboxImport: (d, { actor, params, body }) => startMailboxImport(d, actor, params.mailboxImportId, body),
    cancelMailboxImport: (d, { actor, params }) => cancelMailboxImport(d, actor, params.mailboxImportId),
    retryMailboxImport: (d, { actor, params }) => retryMailboxImport(d, actor, params.mailboxImportId),
    listMailboxImportRows: (d, { actor, params, query }) =>
      listMailboxImportRows(d, actor, params.mailboxImportId, query),
    downloadFailedRows: (d, { actor, params }) => downloadFailedRows(d, actor, params.mailboxImportId),
  });

import { accountImportsContract } from '@skein/contracts/main/account-imports.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import * as imports from './account-imports';

export const accountImportsRoutes = (deps: MainDeps) =>
  routes(accountImportsContract)(deps, {
    listAccountImports: (d, { actor }) => imports.listAccountImports(d, actor),
    previewAccountImport: (d, { actor, body }) => imports.previewAccountImport(d, actor, body),
    startAccountImport: (d, { actor, body }) => imports.startAccountImport(d, actor, body),
    getAccountImport: (d, { actor, params }) => imports.readAccountImport(d, actor, params.accountImportId),
    resumeAccountImport: (d, { actor, params, body }) =>
      imports.resumeAccountImport(d, actor, params.accountImportId, body.key),
    cancelAccountImport: (d, { actor, params }) => imports.cancelAccountImport(d, actor, params.accountImportId),
    linkImportedMailboxes: (d, { actor, params }) => imports.linkImportedMailboxes(d, actor, params.accountImportId),
  });

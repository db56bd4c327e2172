import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  cancelMailboxChange,
  getMailboxChange,
  listMailboxChanges,
  previewMailboxChange,
  startMailboxChange,
  undoMailboxChange,
} from './start-mailbox-change';

export const mailboxChangesRoutes = (deps: MainDeps) =>
  routes(mailboxChangesContract)(deps, {
    previewMailboxChange: (d, { actor, body }) => previewMailboxChange(d, actor, body),
    startMailboxChange: (d, { actor, body }) => startMailboxChange(d, actor, body),
    listMailboxChanges: (d, { actor, query }) => listMailboxChanges(d, actor, query),
    getMailboxChange: (d, { actor, params }) => getMailboxChange(d, actor, params.mailboxChangeId),
    cancelMailboxChange: (d, { actor, params }) => cancelMailboxChange(d, actor, params.mailboxChangeId),
    undoMailboxChange: (d, { actor, params }) => undoMailboxChange(d, actor, params.mailboxChangeId),
  });

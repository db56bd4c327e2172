import { permits } from '@skein/contracts/permissions';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { getStartedProgress, readMe } from '#identity/identity.api';
import { countInbox } from '#inbox/inbox.api';
import { countVisibleMailboxes } from '#mailboxes/mailboxes.api';
import { countNotices } from '#notices/notices.api';
import { readTime } from '../sandbox/read-time';

/** What the frame of every page shows, in one call instead of six. */
export async function readStart(deps: MainDeps, actor: RequestActor) {
  const may = { inbox: permits(actor, 'inbox.read'), mailboxes: permits(actor, 'mailbox.read') };
  const [me, getStarted, time, inbox, mailboxes, unread] = await Promise.all([
    readMe(deps, actor),
    getStartedProgress(deps, actor),
    readTime(deps, actor.workspaceId),
    may.inbox ? countInbox(deps, actor) : null,
    may.mailboxes ? countVisibleMailboxes(deps, actor) : null,
    countNotices(deps, actor),
  ]);
  return {
    ...me,
    get_started: getStarted,
    time,
    inbox: inbox && { unread: inbox.folders['unread'] ?? 0 },
    mailboxes: mailboxes && { all: mailboxes.all, failing: mailboxes.failing },
    notices: { unread },
  };
}

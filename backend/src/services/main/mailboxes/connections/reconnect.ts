import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import { providerOfHost } from '@skein/contracts/mail-providers';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { scopeOf, type Who } from '#access/access.api';
import type { Database } from '#platform/db/database';
import { writeColumns } from './change-mailbox.store';
import { recordReport, require, requireVisible, type Connection } from './connect-mailbox';
import { secretContext } from './mailbox-grants';
import { mailboxView } from './mailbox-view';
import type { MailboxDeps } from './mailboxes.deps';
import type { MailboxRecord } from './mailbox-record.store';
import { readSecrets } from './mailboxes.store';
import { forgetConsent, recheckSoon } from './reconnect.store';
import { tryConnection } from './try-connection';

/**
 * Failing mailboxes of this person are tried with the next round of care, within seconds.
 * @param mailboxIds those alone; undefined for all
 * @returns which
 */
export const retryFailing = (
  deps: { db: Database },
  who: Who,
  mailboxIds: readonly MailboxId[] | undefined,
): Promise<number[]> => recheckSoon(deps.db, who.workspaceId, scopeOf(who), mailboxIds ?? null);

/**
 * Forgets the consent by which a mailbox signs in: it fails until it is connected again.
 * @throws SkeinError ILLEGAL_TRANSITION for one that has none
 */
export async function revokeConsent(
  deps: MailboxDeps,
  mailbox: Pick<MailboxRecord, 'id' | 'workspace_id' | 'from_email' | 'auth_method'>,
): Promise<void> {
  if (mailbox.auth_method !== 'XOAUTH2')
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `${mailbox.from_email} is connected by password, not by OAuth2. Delete it, or give it other credentials.`,
    );
  await forgetConsent(deps.db, mailbox.workspace_id, {
    mailboxId: mailbox.id,
    now: new Date(deps.now()),
    reason: 'The consent was revoked here. Connect this email account again.',
  });
  await deps.publish(mailbox.workspace_id, ['mailboxes', `mailbox:${mailbox.id}`, 'me']);
}

/**
 * Tries again, with new credentials or hosts where given; what was typed replaces what was stored only together with the attempt's result.
 */
export async function reconnectMailbox(
  deps: MailboxDeps,
  actor: RequestActor,
  mailboxId: MailboxId,
  given: Partial<Connection>,
) {
  const record = await requireVisible(deps, actor, mailboxId);
  if (given.from_email && given.from_email !== record.from_email)
    throw invalidField('from_email', 'cannot be changed; connect the other address as a mailbox of its own');
  await requireSecretForNewHost(deps, record, given);
  const seal = (kind: string, text: string) => ({
    kind,
    sealed: deps.vault.seal(text, secretContext(actor.workspaceId, mailboxId, kind)),
  });
  const secrets = [
    ...(given.password ? [seal('smtp', given.password)] : []),
    ...(given.imap_password ? [seal('imap', given.imap_password)] : []),
  ];
  const report = await deps.limitTries(
    { workspaceId: actor.workspaceId, servers: loginsOf(record, given) },
    async () => {
      await writeColumns(deps.db, actor.workspaceId, mailboxId, { change: connectionFields(given), secrets });
      return recheck(deps, actor.workspaceId, mailboxId);
    },
  );
  return { mailbox: mailboxView(await require(deps, actor.workspaceId, mailboxId), deps.now()), report };
}

const connectionFields = (given: Partial<Connection>) => ({
  smtp_host: given.smtp_host,
  smtp_port: given.smtp_port,
  smtp_port_type: given.smtp_port_type,
  smtp_username: given.username,
  files_sent_mail: given.smtp_host ? providerOfHost(given.smtp_host).filesSentMail : undefined,
  imap_host: given.imap_host,
  imap_port: given.imap_port,
  imap_port_type: given.imap_port_type,
  imap_username: given.imap_username || given.username,
  auth_method: given.password ? ('PASSWORD' as const) : undefined,
});

/** Where a mailbox will log in, with what was typed in place of what is stored. */
const loginsOf = (record: MailboxRecord, given: Partial<Connection>) => ({
  smtp: { host: given.smtp_host ?? record.smtp_host, username: given.username ?? record.smtp_username },
  imap: {
    host: given.imap_host ?? record.imap_host,
    username: (given.imap_username || given.username) ?? record.imap_username,
  },
});

/**
 * A stored password goes only to the server it was given for: whoever names another one types it again. Else everybody who may edit
 * a mailbox could have its password sent to a server of their own.
 * @throws SkeinError VALIDATION
 */
async function requireSecretForNewHost(
  deps: MailboxDeps,
  record: MailboxRecord,
  given: Partial<Connection>,
): Promise<void> {
  const refuse = (field: 'password' | 'imap_password') =>
    invalidField(field, 'is needed again, because the server changes');
  if ((given.smtp_host ?? record.smtp_host) !== record.smtp_host && !given.password) throw refuse('password');
  if ((given.imap_host ?? record.imap_host) === record.imap_host || given.imap_password) return;
  const hasOwnPassword = (await readSecrets(deps.db, record.workspace_id, record.id)).has('imap');
  if (hasOwnPassword) throw refuse('imap_password');
  if (!given.password) throw refuse('password');
}

/** Logs in with what is stored and records the result. */
export async function recheck(
  deps: MailboxDeps,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
): Promise<ConnectionReport> {
  const report = await tryConnection(
    { smtp: await deps.servers.smtp(workspaceId, mailboxId), imap: await deps.servers.imap(workspaceId, mailboxId) },
    deps.rules,
    (await require(deps, workspaceId, mailboxId)).from_email,
  );
  await recordReport(deps, workspaceId, mailboxId, report);
  return report;
}

import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import type { mailboxConnection, mailboxSettings } from '@skein/contracts/main/mailboxes.contract';
import type { ConnectionReport, MailboxView } from '@skein/contracts/main/mailbox-views';
import { providerOfHost } from '@skein/contracts/mail-providers';
import { checkDns } from '#platform/mail/check-dns';
import type { Credential, MailServer } from '#platform/mail/mail-server';
import { accessTokenSource } from '#platform/mail/access-token';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { writeColumns, writeMailbox } from './change-mailbox.store';
import { secretContext, type OAuthSecret } from './mailbox-grants';
import { markFailingAfterCheck } from './recheck-mailboxes.store';
import { mailboxView } from './mailbox-view';
import type { MailboxDeps } from './mailboxes.deps';
import type { MailboxRecord } from './mailbox-record.store';
import { findByAddress, findInstallationUse, findMailbox, findVisibleIds } from './mailboxes.store';
import { tryConnection } from './try-connection';
import { checkClient, isScoped, scopeOf, type Who } from '#access/access.api';

export type Connection = z.output<typeof mailboxConnection>;
export type Settings = Partial<z.output<typeof mailboxSettings>>;
/** Settings of a new mailbox; it starts slowly unless told otherwise. */
type NewSettings = Omit<Settings, 'from_name'> & { starts_gently?: boolean | undefined };
export type HostPart = Omit<Connection, 'password' | 'imap_password'>;

/** Why an address that the installation itself uses is nobody's mailbox. */
export const installationUses = {
  seed: 'is a seed of placement tests',
  pool: 'is in the warmup pool of this installation',
} as const;

export const serversOf = (
  given: HostPart,
  smtp: Credential,
  imap: Credential,
): { smtp: MailServer; imap: MailServer } => ({
  smtp: {
    host: given.smtp_host,
    port: given.smtp_port,
    portType: given.smtp_port_type,
    username: given.username,
    credential: smtp,
  },
  imap: {
    host: given.imap_host,
    port: given.imap_port,
    portType: given.imap_port_type,
    username: given.imap_username || given.username,
    credential: imap,
  },
});
const passwordServers = (given: Connection) =>
  serversOf(
    given,
    { kind: 'password', password: given.password },
    { kind: 'password', password: given.imap_password || given.password },
  );

/** Logs in with a password that somebody typed. @throws SkeinError RATE_LIMITED after too many failures */
function tryPassword(deps: MailboxDeps, workspaceId: WorkspaceId, given: Connection): Promise<ConnectionReport> {
  const servers = passwordServers(given);
  return deps.limitTries({ workspaceId, servers }, () => tryConnection(servers, deps.rules, given.from_email));
}

/** Tries a login without storing anything. @throws SkeinError RATE_LIMITED */
export const testConnection = (deps: MailboxDeps, actor: RequestActor, given: Connection): Promise<ConnectionReport> =>
  tryPassword(deps, actor.workspaceId, given);

/** Connects a mailbox by password: tried live, kept also when the login fails (with the error), secrets sealed. */
export async function connectMailbox(deps: MailboxDeps, actor: RequestActor, given: Connection & NewSettings) {
  const secrets = [
    { kind: 'smtp', text: given.password },
    ...(given.imap_password ? [{ kind: 'imap', text: given.imap_password }] : []),
  ];
  return keepMailbox(deps, actor, {
    given,
    method: 'PASSWORD',
    secrets,
    report: await tryPassword(deps, actor.workspaceId, given),
  });
}

/** Connects a mailbox by OAuth2: the refresh token is sealed, access tokens stay in memory. */
export async function connectByOauth(
  deps: MailboxDeps,
  actor: RequestActor,
  given: HostPart & NewSettings & { token: OAuthSecret },
) {
  let { token } = given;
  const source = accessTokenSource(
    {
      tokenUrl: given.token.token_url,
      clientId: given.token.client_id,
      clientSecret: given.token.client_secret,
      refreshToken: given.token.refresh_token,
    },
    {
      now: () => new Date(),
      allowPrivateAddresses: deps.rules.allowPrivateAddresses,
      onNewRefreshToken: (refreshToken) => {
        token = { ...token, refresh_token: refreshToken };
      },
    },
  );
  const credential: Credential = { kind: 'xoauth2', accessToken: source };
  const report = await tryConnection(serversOf(given, credential, credential), deps.rules, given.from_email);
  return keepMailbox(deps, actor, {
    given,
    method: 'XOAUTH2',
    secrets: [{ kind: 'oauth', text: JSON.stringify(token) }],
    report,
  });
}

/** A mailbox whose connection was tested, with its secrets. */
interface TestedMailbox {
  given: HostPart & NewSettings;
  method: 'PASSWORD' | 'XOAUTH2';
  secrets: { kind: string; text: string }[];
  report: ConnectionReport;
}

/** Writes a mailbox that was tried, with its secrets and what the try showed. @throws SkeinError CONFLICT */
export async function keepMailbox(
  deps: MailboxDeps,
  actor: RequestActor,
  { given, method, secrets, report }: TestedMailbox,
): Promise<{ mailbox: MailboxView; report: ConnectionReport }> {
  await requireClient(deps, actor, given.client_id);
  if ((await findConnectedId(deps, actor.workspaceId, given.from_email)) !== null)
    throw new SkeinError('CONFLICT', `${given.from_email} is connected already. Open it to change its credentials.`, [
      { field: 'from_email', message: 'is connected already' },
    ]);
  const use = await findInstallationUse(deps.db, actor.workspaceId, given.from_email);
  if (use)
    throw new SkeinError('CONFLICT', `${given.from_email} ${installationUses[use]}. Connect a mailbox of your own.`, [
      { field: 'from_email', message: installationUses[use] },
    ]);
  const id = await writeMailbox(
    deps.db,
    actor.workspaceId,
    {
      from_name: given.from_name,
      from_email: given.from_email,
      type: given.type,
      auth_method: method,
      smtp_host: given.smtp_host,
      smtp_port: given.smtp_port,
      smtp_port_type: given.smtp_port_type,
      smtp_username: given.username,
      imap_host: given.imap_host,
      imap_port: given.imap_port,
      imap_port_type: given.imap_port_type,
      imap_username: given.imap_username || given.username,
      files_sent_mail: providerOfHost(given.smtp_host).filesSentMail,
      message_per_day: given.message_per_day,
      min_time_to_wait_minutes: given.min_time_to_wait_minutes,
      time_zone: given.time_zone,
      signature: given.signature,
      bcc_email: given.bcc_email,
      different_reply_to_address: given.different_reply_to_address,
      custom_tracking_domain: given.custom_tracking_domain,
      client_id: given.client_id,
      created_by: actor.userId,
      created_at: new Date(deps.now()),
      starts_gently: given.starts_gently,
    },
    (mailboxId) =>
      secrets.map(({ kind, text }) => ({
        kind,
        sealed: deps.vault.seal(text, secretContext(actor.workspaceId, mailboxId, kind)),
      })),
  );
  if (id === null) throw invalidField('from_email', 'is connected already');
  await recordReport(deps, actor.workspaceId, id, report);
  await lookUpDns(deps, actor.workspaceId, id, given.from_email);
  return { mailbox: mailboxView(await require(deps, actor.workspaceId, id), deps.now()), report };
}

/** The mailbox of an address that is connected and was not removed since. */
export async function findConnectedId(
  deps: Pick<MailboxDeps, 'db'>,
  workspaceId: WorkspaceId,
  email: string,
): Promise<number | null> {
  const existing = await findByAddress(deps.db, workspaceId, email);
  return existing && !existing.deleted_at ? existing.id : null;
}

/**
 * A mailbox that this person may look at: of a client only its own, of a limited member what is assigned or was connected by them.
 * @throws SkeinError NOT_FOUND
 */
export async function requireVisible(deps: MailboxDeps, actor: Who, mailboxId: MailboxId): Promise<MailboxRecord> {
  const record = await require(deps, actor.workspaceId, mailboxId);
  const scope = scopeOf(actor);
  if (isScoped(scope) && (await findVisibleIds(deps.db, actor.workspaceId, [mailboxId], scope)).length === 0)
    throw notFound('This mailbox', 'mailbox');
  return record;
}

/** @throws SkeinError VALIDATION when the client is not of this workspace, or not seen by the member with limited access */
export async function requireClient(
  deps: MailboxDeps,
  actor: Who,
  clientId: ClientId | null | undefined,
): Promise<void> {
  if (clientId)
    await deps.db.tenantSql(actor.workspaceId, (sql) =>
      checkClient(actor.workspaceId, sql, clientId, scopeOf(actor).memberId),
    );
}

export async function require(
  deps: MailboxDeps,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
): Promise<MailboxRecord> {
  const record = await findMailbox(deps.db, workspaceId, new Date(deps.now()), mailboxId);
  if (!record) throw notFound('This mailbox', 'mailbox');
  return record;
}

/** Writes what a login attempt showed: connected, or failing with the server's words. */
export async function recordReport(
  deps: MailboxDeps,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  report: ConnectionReport,
): Promise<void> {
  const failed = [report.smtp, report.imap].find((result) => !result.ok);
  const ok = failed === undefined;
  const now = new Date(deps.now());
  await writeColumns(deps.db, workspaceId, mailboxId, {
    change: {
      is_smtp_success: report.smtp.ok,
      is_imap_success: report.imap.ok,
      smtp_failure_error: report.smtp.server_reply,
      imap_failure_error: report.imap.server_reply,
      failure_code: !failed || failed.code === 'OK' ? null : failed.code,
      checked_at: now,
      ...(ok ? { failing_since: null, recheck_at: null, recheck_attempts: 0 } : {}),
    },
  });
  if (!ok) await markFailingAfterCheck(deps.db, workspaceId, mailboxId, now);
  await deps.publish(workspaceId, ['mailboxes', `mailbox:${mailboxId}`, 'me']);
}

/** SPF, DKIM, DMARC and MX of the sending domain, through the injected resolver. */
export async function lookUpDns(deps: MailboxDeps, workspaceId: WorkspaceId, mailboxId: MailboxId, email: string) {
  const check = await checkDns(email.slice(email.lastIndexOf('@') + 1), deps.resolver);
  await writeColumns(deps.db, workspaceId, mailboxId, {
    change: { dns_check: JSON.stringify(check), dns_checked_at: new Date(deps.now()) },
  });
  return check;
}

import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import { knownRefusal } from '@skein/contracts/mail-refusals';
import { consentNames, type mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import { keepToken } from '#platform/mail/access-token';
import type { GivenTokens } from '#platform/mail/token-answer';
import { isZohoRegion } from '#platform/mail/consent/consent-access';
import { exchangeCode, missingScopes, whoConsented, type Consenting } from '#platform/mail/consent/consent-client';
import { GrantError } from '#platform/mail/consent/grant-error';
import type { Credential } from '#platform/mail/mail-server';
import { providerOfHost } from '@skein/contracts/mail-providers';
import type { ConsentSecret } from '../consents/consents';
import { redirectUri } from '../consents/consent-clients';
import { writeColumns } from '../connections/change-mailbox.store';
import {
  findConnectedId,
  keepMailbox,
  recordReport,
  require,
  requireVisible,
  serversOf,
  type HostPart,
} from '../connections/connect-mailbox';
import { secretContext } from '../connections/mailbox-grants';
import { mailboxView } from '../connections/mailbox-view';
import { destroyPasswords } from '../connections/change-credentials';
import { tryConnection } from '../connections/try-connection';
import { requireConsents, useState, type SignInDeps } from './start-sign-in';

type Body = z.output<(typeof mailboxSignInContract)['endpoints']['finishSignIn']['body']>;

/** Codes of one workspace that are tried in an hour. */
const triesAnHour = 200;

/**
 * Turns the code of the redirect into a connected mailbox, or connects again the one that it was begun for.
 * @throws SkeinError VALIDATION, CONFLICT, UPSTREAM, RATE_LIMITED
 */
export async function finishSignIn(deps: SignInDeps, who: RequestActor, body: Body) {
  const consents = requireConsents(deps);
  const { code, state: sealed, location, ...settings } = body;
  await createAttemptLimit(deps.main.db, 'mailbox-sign-in', triesAnHour, 60 * 60).countOrRefuse(
    String(who.workspaceId),
  );
  const state = await useState(deps, who, sealed);
  const { own, installation } = await consents.clientsOf(who.workspaceId, state.provider);
  const client = [own, installation].find((each) => each?.clientId === state.clientId);
  if (!client) throw new SkeinError('CONFLICT', 'The OAuth client was changed in the meantime. Sign in again.');
  const region = state.provider === 'ZOHO' && location && isZohoRegion(location) ? location : null;
  const name = consentNames[state.provider];
  const { tokens, person } = await ask(name, async () => {
    const given = await exchangeCode(consents.access, state.provider, {
      client,
      redirectUri: redirectUri(deps.main),
      code,
      verifier: state.verifier,
      region,
    });
    return {
      tokens: given,
      person: await whoConsented(consents.access, state.provider, {
        tokens: given,
        clientId: client.clientId,
        nonce: state.nonce,
        region,
        now: deps.main.realClock.now(),
      }),
    };
  });
  if (missingScopes(state.provider, tokens.scopes))
    throw new SkeinError(
      'UPSTREAM',
      `${name} was not allowed to let us read and send mail. Sign in again and leave every box ticked.`,
    );
  const { refreshToken } = tokens;
  if (!refreshToken)
    throw new SkeinError(
      'UPSTREAM',
      `${name} gave no lasting access. Revoke the access on the account’s page, then sign in again.`,
    );
  const secret: ConsentSecret = {
    provider: state.provider,
    client_id: client.clientId,
    refresh_token: refreshToken,
    region,
  };
  return connect(deps, who, { state, tokens, person, secret, settings });
}

async function connect(
  deps: SignInDeps,
  who: RequestActor,
  given: {
    state: Awaited<ReturnType<typeof useState>>;
    tokens: GivenTokens;
    person: Consenting;
    secret: ConsentSecret;
    settings: Omit<Body, 'code' | 'state' | 'location'>;
  },
) {
  const { state, tokens, person, secret } = given;
  const { mailboxes } = deps;
  const consents = requireConsents(deps);
  const { smtp, imap } = await consents.access.endpointsOf(state.provider, secret.region);
  // A mailbox of this address that is connected already signs in for itself, without its own button.
  const mailboxId = state.mailboxId ?? (await findConnectedId(deps.mailboxes, who.workspaceId, person.email));
  const record = mailboxId === null ? null : await requireVisible(mailboxes, who, mailboxId);
  if (record && record.from_email.toLowerCase() !== person.email)
    throw new SkeinError(
      'CONFLICT',
      `You signed in as ${person.email}, and this mailbox is ${record.from_email}. Sign in again with that account.`,
    );
  const hosts: HostPart = {
    from_name: given.settings.from_name ?? person.name?.slice(0, 120) ?? (person.email.split('@')[0] as string),
    from_email: person.email,
    type: state.provider,
    username: person.username,
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_port_type: smtp.portType,
    imap_host: imap.host,
    imap_port: imap.port,
    imap_port_type: imap.portType,
  };
  let kept = secret;
  const credential: Credential = {
    kind: 'xoauth2',
    accessToken: keepToken(
      async () => {
        const fresh = await consents.refresh(who.workspaceId, kept, kept.refresh_token);
        if (fresh.refreshToken) kept = { ...kept, refresh_token: fresh.refreshToken };
        return fresh;
      },
      {
        now: () => new Date(deps.main.realClock.now()),
        first: { accessToken: tokens.accessToken, seconds: tokens.seconds, refreshToken: null },
      },
    ),
  };
  const report = await tryConnection(serversOf(hosts, credential, credential), mailboxes.rules, person.email);
  if (!record) {
    const secrets = [{ kind: 'oauth', text: JSON.stringify(kept) }];
    const settings = who.client ? { ...given.settings, client_id: who.client.id } : given.settings;
    const made = await keepMailbox(mailboxes, who, {
      given: { ...settings, ...hosts },
      method: 'XOAUTH2',
      secrets,
      report,
    });
    return { ...made, is_new: true };
  }
  await switchToConsent(mailboxes, who.workspaceId, record.id, { hosts, secret: kept });
  await destroyPasswords(deps.main.db, who.workspaceId, record.id);
  await recordReport(mailboxes, who.workspaceId, record.id, report);
  return {
    mailbox: mailboxView(await require(mailboxes, who.workspaceId, record.id), mailboxes.now()),
    report,
    is_new: false,
  };
}

/** From now on the mailbox uses these servers, and the consent instead of a password. */
async function switchToConsent(
  mailboxes: SignInDeps['mailboxes'],
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  { hosts, secret }: { hosts: HostPart; secret: ConsentSecret },
): Promise<void> {
  await writeColumns(mailboxes.db, workspaceId, mailboxId, {
    change: {
      type: hosts.type,
      auth_method: 'XOAUTH2',
      smtp_host: hosts.smtp_host,
      smtp_port: hosts.smtp_port,
      smtp_port_type: hosts.smtp_port_type,
      smtp_username: hosts.username,
      imap_host: hosts.imap_host,
      imap_port: hosts.imap_port,
      imap_port_type: hosts.imap_port_type,
      imap_username: hosts.username,
      files_sent_mail: providerOfHost(hosts.smtp_host).filesSentMail,
    },
    secrets: [
      {
        kind: 'oauth',
        sealed: mailboxes.vault.seal(JSON.stringify(secret), secretContext(workspaceId, mailboxId, 'oauth')),
      },
    ],
  });
}

/** @throws SkeinError UPSTREAM with what the provider's words mean */
async function ask<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    const known = knownRefusal(error.message);
    throw new SkeinError(
      'UPSTREAM',
      known
        ? `${name} refused: ${known.cause} ${known.fix}${known.link ? ` ${known.link.url}` : ''}`
        : error.message.replace(/^Authentication Failed: /, ''),
    );
  }
}

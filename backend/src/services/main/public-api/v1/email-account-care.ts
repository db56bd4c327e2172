import type { MailboxId } from '@skein/contracts/ids';
import type { FetchMessages, v1EmailAccountCareContract } from '@skein/contracts/v1/email-account-care.contract';
import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import type { z } from 'zod';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  connectByOauth,
  fetchMessages,
  mailboxDeps,
  removeMailbox,
  setSuspended,
  retryFailing,
  revokeConsent,
} from '#mailboxes/mailboxes.api';
import { requireAccount, savedAnswer, toSettings } from './email-accounts';

type OauthBody = z.output<(typeof v1EmailAccountCareContract)['endpoints']['saveOauth']['body']>;

/** Where the providers give access tokens for refresh tokens. */
const tokenUrls = {
  GMAIL: 'https://oauth2.googleapis.com/token',
  OUTLOOK: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
} as const;

/** Connects a mailbox by OAuth2; servers and token address are the provider's unless given. */
export async function saveOauthAccount(deps: MainDeps, who: RequestActor, body: OauthBody) {
  const { smtp, imap } = mailProviders.find((provider) => provider.type === body.type) as MailProvider;
  const { mailbox } = await connectByOauth(mailboxDeps(deps), who, {
    from_email: body.from_email,
    username: body.user_name,
    type: body.type,
    smtp_host: body.smtp_host ?? smtp.host,
    smtp_port: body.smtp_port ?? smtp.port,
    smtp_port_type: body.smtp_port_type ?? smtp.portType,
    imap_host: body.imap_host ?? imap.host,
    imap_port: body.imap_port ?? imap.port,
    imap_port_type: body.imap_port_type ?? imap.portType,
    ...toSettings(body),
    from_name: body.from_name,
    client_id: who.client?.id ?? body.client_id,
    starts_gently: body.warmup_enabled,
    token: {
      token_url: body.token.token_url ?? tokenUrls[body.type],
      client_id: body.token.client_id,
      client_secret: body.token.client_secret,
      refresh_token: body.token.refresh_token,
    },
  });
  if (body.is_suspended) await setSuspended(mailboxDeps(deps), who, mailbox.id, true);
  return savedAnswer(deps, who, mailbox.id);
}

/** Failing mailboxes are tried with the next round of care, within seconds. */
export async function reconnectFailed(deps: MainDeps, who: RequestActor, mailboxIds: MailboxId[] | undefined) {
  const ids = await retryFailing(deps, who, mailboxIds);
  return {
    ok: true as const,
    message:
      ids.length === 0
        ? 'No email account is failing.'
        : `${ids.length} email ${ids.length === 1 ? 'account is' : 'accounts are'} tried again now.`,
    data: { email_account_ids: ids },
  };
}

/** Removes mailboxes one by one: each releases what it had reserved. */
export async function deleteAccounts(deps: MainDeps, who: RequestActor, mailboxIds: MailboxId[]) {
  const own = mailboxDeps(deps);
  const [deleted, missing]: [number[], number[]] = [[], []];
  for (const id of new Set(mailboxIds)) {
    try {
      await removeMailbox(own, who, id);
      deleted.push(id);
    } catch (error) {
      if (!(error instanceof SkeinError) || error.code !== 'NOT_FOUND') throw error;
      missing.push(id);
    }
  }
  return {
    ok: true as const,
    message: `${deleted.length} email ${deleted.length === 1 ? 'account was' : 'accounts were'} deleted.`,
    data: { deleted, not_found: missing },
  };
}

export const fetchAccountMessages = async (
  deps: MainDeps,
  who: RequestActor,
  mailboxId: MailboxId,
  query: FetchMessages,
) => ({ ok: true as const, data: await fetchMessages(mailboxDeps(deps), who, mailboxId, query) });

/** One after the other: a workspace's requests leave room for its own sync at the mail servers. */
export async function fetchFromAccounts(
  deps: MainDeps,
  who: RequestActor,
  accounts: (FetchMessages & { account_id: number })[],
) {
  const data = [];
  for (const { account_id, ...query } of accounts) {
    try {
      data.push({
        account_id,
        ok: true,
        error: null,
        data: await fetchMessages(mailboxDeps(deps), who, account_id, query),
      });
    } catch (error) {
      if (!(error instanceof SkeinError)) throw error;
      data.push({ account_id, ok: false, error: error.message, data: null });
    }
  }
  return { ok: true as const, data };
}

/** Forgets the consent of a mailbox. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION for one that has none */
export async function disconnectOauth(deps: MainDeps, who: RequestActor, mailboxId: MailboxId) {
  const record = await requireAccount(deps, who, mailboxId);
  await revokeConsent(mailboxDeps(deps), record);
  return { ok: true as const, message: 'Email account disconnected.', emailAccountId: mailboxId };
}

import type { MailboxId } from '@skein/contracts/ids';
import { consentNames } from '@skein/contracts/main/mailbox-sign-in.contract';
import { SkeinError } from '#platform/http/skein-error';
import type { RequestActor } from '#platform/http/request-actor';
import { revokeGrant } from '#platform/mail/consent/consent-client';
import { consentSecret } from '../consents/consents';
import { require, requireVisible } from '../connections/connect-mailbox';
import { secretContext } from '../connections/mailbox-grants';
import { mailboxView } from '../connections/mailbox-view';
import { readSecrets } from '../connections/mailboxes.store';
import { destroyConsent } from '../connections/change-credentials';
import { requireConsents, type SignInDeps } from './start-sign-in';

/**
 * Destroys the tokens and tells the provider. A provider that cannot be told keeps nothing from being destroyed here.
 * @throws SkeinError VALIDATION, NOT_FOUND
 */
export async function revokeConsent(deps: SignInDeps, who: RequestActor, mailboxId: MailboxId) {
  const { mailboxes, main } = deps;
  const record = await requireVisible(mailboxes, who, mailboxId);
  if (record.auth_method !== 'XOAUTH2')
    throw new SkeinError('VALIDATION', `${record.from_email} is connected by password; there is no consent to end.`);
  const sealed = (await readSecrets(mailboxes.db, who.workspaceId, mailboxId)).get('oauth');
  const opened = sealed && main.vault.open(sealed, secretContext(who.workspaceId, mailboxId, 'oauth'));
  const secret = opened ? consentSecret.safeParse(JSON.parse(opened)).data : undefined;
  await destroyConsent(mailboxes, who.workspaceId, mailboxId, 'Authentication Failed: it was disconnected here.');
  const isTold =
    secret !== undefined &&
    (await revokeGrant(requireConsents(deps).access, secret.provider, {
      refreshToken: secret.refresh_token,
      region: secret.region,
    }).catch((error: Error) => {
      main.log.info(
        { mailbox: mailboxId, reason: error.message },
        `${consentNames[secret.provider]} could not be told that a consent ended`,
      );
      return false;
    }));
  return {
    mailbox: mailboxView(await require(mailboxes, who.workspaceId, mailboxId), mailboxes.now()),
    is_provider_told: isTold,
  };
}

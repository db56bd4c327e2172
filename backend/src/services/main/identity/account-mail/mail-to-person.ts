import type { z } from 'zod';
import { createRandomToken } from '#platform/crypto/random-token';
import type { MainDeps } from '#main/deps';
import { readPerson, findCredentials } from '../people/people.store';
import { keepLink, type LinkKind } from '../people/emailed-links.store';
import { displayName } from '../people/user-view';
import { hashMailedCode, newMailedCode } from '../two-factor/two-factor-secrets';
import { keepMailedCode } from '../two-factor/two-factor.store';
import { findMailBrand } from '../whitelabel/find-brand';
import { sendSystemMail } from '../system-mail/send-system-mail';
import type { mailToPerson as definition } from '../system-mail/system-mail.jobs';
import { addressChangedMail } from '../system-mail/address-mails';
import {
  addressTakenMail,
  clientLoginMail,
  clientTakenMail,
  guessedMail,
  magicLinkMail,
  oneTimeCodeMail,
  passwordChangedMail,
  passwordRemovedMail,
  resetMail,
  twoFactorOffMail,
  twoFactorOnMail,
  verificationMail,
  welcomeMail,
  workspaceDeletionMail,
  type SystemMail,
} from '../system-mail/system-mails';

/** The page that each kind of link leads to. */
export const linkPages: Record<LinkKind, string> = {
  verify: '/verify-account',
  magic: '/email-magic-link',
  reset: '/reset-password',
  welcome: '/reset-password',
};

/** Makes the link that the mail needs, writes the mail and hands it to the mail server. */
export async function mailToPerson(
  deps: MainDeps,
  { kind, email, isProved, host, by, to }: z.output<typeof definition.payload>,
): Promise<void> {
  const found = await findCredentials(deps.db, email);
  if (!found || found.status !== 'active') return;
  // A verified address has nothing to verify.
  if ((kind === 'verify' || kind === 'client-login') && found.is_email_verified) return;
  if (kind === 'otp' && !(isProved && found.two_factor_secret)) return;
  const person = await readPerson(deps.db, found.workspace_id, found.id);
  if (!person) return;

  // A client's people, and requests at the agency's host name, see the agency's brand instead of ours.
  const brand = await findMailBrand(deps, found.workspace_id).then((own) =>
    own && (person.client !== null || own.host === host) ? own : null,
  );
  // A link opens the account. Only people of a client log in through its agency; everybody else's link leads to us,
  // wherever it was asked for.
  const base = (person.client && brand?.baseUrl) ?? deps.config.publicUrl;
  const newLink = async (link: LinkKind) => {
    const token = createRandomToken();
    await keepLink(deps.db, found.workspace_id, {
      userId: found.id,
      kind: link,
      hash: deps.hashSecret(token),
      now: new Date(deps.realClock.now()),
    });
    return `${base}${linkPages[link]}?uuid=${token}`;
  };
  const newCode = async () => {
    const [code, now] = [newMailedCode(), new Date(deps.realClock.now())];
    await keepMailedCode(deps.db, found.workspace_id, {
      userId: found.id,
      hash: hashMailedCode(deps, found.id, now, code),
      now,
    });
    return code;
  };
  const name = displayName(person);
  const mails: Record<typeof kind, () => Promise<SystemMail>> = {
    verify: async () => verificationMail(name, await newLink('verify')),
    magic: async () => magicLinkMail(name, await newLink('magic')),
    reset: async () => resetMail(name, await newLink('reset')),
    welcome: async () => welcomeMail(name, person.workspace.name, await newLink('welcome')),
    taken: async () => addressTakenMail(name, await newLink('reset')),
    otp: async () => oneTimeCodeMail(name, await newCode()),
    'password-removed': async () => passwordRemovedMail(name, `${base}/forgot-password`),
    'client-taken': async () => clientTakenMail(name, by ?? 'An agency'),
    'client-login': async () => clientLoginMail(name, by ?? 'An agency', await newLink('verify')),
    'two-factor-on': async () => twoFactorOnMail(name, `${base}/forgot-password`),
    'two-factor-off': async () => twoFactorOffMail(name, `${base}/forgot-password`),
    'workspace-deletion': async () =>
      workspaceDeletionMail(name, person.workspace.name, `${base}/app/settings/security`),
    guessed: async () => guessedMail(name, `${base}/login`),
    'password-changed': async () => passwordChangedMail(name, `${base}/forgot-password`),
    'address-changed': async () =>
      addressChangedMail(name, {
        email,
        link: `${base}/login`,
        help: brand?.name ?? 'the people who run this installation',
      }),
  };
  await sendSystemMail(deps, to ?? email, await mails[kind](), brand);
}

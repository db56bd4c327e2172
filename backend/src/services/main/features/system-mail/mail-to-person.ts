import type { z } from 'zod';
import { createRandomToken } from '../../../../platform/crypto/random-token';
import type { MainDeps } from '../../deps';
import { findCredentials, readPerson } from '../identity/identity.store';
import { keepLink, type LinkKind } from '../identity/links.store';
import { displayName } from '../identity/user-view';
import { sendSystemMail } from './send-system-mail';
import type { mailToPerson as definition } from './system-mail.jobs';
import { addressTakenMail, magicLinkMail, passwordChangedMail, resetMail, verificationMail, type SystemMail } from './system-mails';

const pages: Record<LinkKind, string> = { verify: '/verify-account', magic: '/email-magic-link', reset: '/reset-password' };

/** Makes the link that the mail needs, writes the mail and hands it to the mail server. */
export async function mailToPerson(deps: MainDeps, { kind, email }: z.output<typeof definition.payload>): Promise<void> {
  const found = await findCredentials(deps.db, email);
  if (!found || found.status !== 'active') return;
  // A verified address has nothing to verify.
  if (kind === 'verify' && found.is_email_verified) return;
  const person = await readPerson(deps.db, found.workspace_id, found.id);
  if (!person) return;

  const newLink = async (link: LinkKind) => {
    const token = createRandomToken();
    await keepLink(deps.db, found.workspace_id, found.id, link, deps.hashSecret(token), new Date(deps.realClock.now()));
    return `${deps.config.publicUrl}${pages[link]}?uuid=${token}`;
  };
  const name = displayName(person);
  const mails: Record<typeof kind, () => Promise<SystemMail>> = {
    verify: async () => verificationMail(name, await newLink('verify')),
    magic: async () => magicLinkMail(name, await newLink('magic')),
    reset: async () => resetMail(name, await newLink('reset')),
    taken: async () => addressTakenMail(name, await newLink('reset')),
    'password-changed': async () => passwordChangedMail(name, `${deps.config.publicUrl}/forgot-password`),
  };
  await sendSystemMail(deps, email, await mails[kind]());
}

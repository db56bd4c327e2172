import { authContract } from '@skein/contracts/main/auth.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { callProduct } from './call-product';

const auth = callProduct(authContract, () => ({}));

/** Mails of the product that the sandbox caught for an address, newest first. */
export const caughtMails = async (to: string) =>
  (await callProduct(sandboxContract, () => ({})).mails({ query: { to } })).mails;

/** An address that nobody has used: the sandbox keeps its data for the whole run. */
export const newAddress = (word: string) =>
  `${word}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@brightlane.test`;

/** Opens the newest link that was mailed to an address: it is confirmed, and its person logged in. */
export async function confirmAddress(email: string) {
  for (;;) {
    const link = (await caughtMails(email))[0]?.links[0];
    const uuid = link && new URL(link).searchParams.get('uuid');
    if (uuid) {
      const { token, expires_at, user, plan } = await auth.verifyUser({ query: { uuid } });
      if (!token || !user) throw new Error(`The link of ${email} opened no session.`);
      return { token, expires_at, user, plan, email };
    }
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** Signs up and verifies somebody with a workspace of their own, over the API. */
export async function createPerson(word: string) {
  const email = newAddress(word);
  await auth.signUp({
    body: { name: `New ${word}`, email, password: 'a long enough password', company: 'Brightlane' },
  });
  return confirmAddress(email);
}

import { z } from 'zod';
import type { LinkedInAccountState, LinkedInAnswer, LinkedInResult } from './linkedin-provider';
import type { AskUnipile } from './unipile-http';
import { isUnknown, resultOfFailure } from './unipile-refusals';

const sent = z.object({ message_id: z.string().max(500).nullish() });
const messages = z.object({
  items: z.array(
    z.object({
      id: z.string().min(1).max(500),
      is_sender: z.union([z.number(), z.boolean()]).nullish(),
      text: z.string().nullish(),
    }),
  ),
});

/** By how much Unipile's clock may be ahead of ours, in milliseconds. */
const clockDifference = 60_000;
const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/**
 * Writes in a conversation that is there already. Unipile knows no key that makes this safe to repeat, so what was
 * asked before is looked up first.
 */
export async function answerInChat(
  ask: AskUnipile,
  readAccount: (account: string) => Promise<LinkedInAccountState>,
  answer: LinkedInAnswer,
): Promise<LinkedInResult> {
  try {
    if (answer.firstAskedAt) {
      const found = await findSent(ask, answer, answer.firstAskedAt);
      if (found) return { outcome: 'DONE', reference: found };
    }
    const form = new FormData();
    form.set('text', answer.text);
    // Unipile refuses a conversation that is another account's.
    form.set('account_id', answer.account);
    const { message_id: reference } = await ask(['chats', answer.chat, 'messages'], { method: 'POST', form }, sent);
    return { outcome: 'DONE', reference: reference ?? '' };
  } catch (error) {
    if (!isUnknown(error)) return resultOfFailure(error);
    // Unipile answers the same for an account and for a conversation that it does not find.
    const account = await readAccount(answer.account).catch(() => null);
    if (!account) return { outcome: 'LATER', reason: 'Unipile could not be asked whether the account is connected.' };
    return account.state === 'INVALID'
      ? { outcome: 'ACCOUNT', reason: account.reason ?? 'The account is signed out.' }
      : { outcome: 'REFUSED', reason: 'Unipile does not know this conversation any more.' };
  }
}

/** The message of an earlier attempt, by its text and time; those of other answers are known. */
async function findSent(ask: AskUnipile, { chat, text, others }: LinkedInAnswer, since: Date): Promise<string | null> {
  const after = new Date(since.getTime() - clockDifference).toISOString();
  const { items } = await ask(['chats', chat, 'messages'], { query: { after, limit: '250' } }, messages);
  const found = items.find((one) => one.is_sender && plain(one.text) === plain(text) && !others.includes(one.id));
  return found?.id ?? null;
}

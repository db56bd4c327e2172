import { z } from 'zod';
import type { LinkedInMessage, LinkedInMessages, LinkedInSender } from './linkedin-provider';
import { profileIdentifier } from './profile-identifier';
import type { AskUnipile } from './unipile-http';
import { isUnknown, resultOfFailure } from './unipile-refusals';

const flag = z.union([z.number(), z.boolean()]).nullish();
const item = z.object({
  id: z.string().min(1).max(500),
  sender_id: z.string().max(500).nullish(),
  sender_attendee_id: z.string().max(500).nullish(),
  chat_id: z.string().min(1).max(500).nullish(),
  text: z.string().nullish(),
  timestamp: z.iso.datetime({ offset: true }),
  is_sender: flag,
  is_event: flag,
  hidden: flag,
  deleted: flag,
});
/** One message that cannot be read keeps none of the others back. */
const list = z.object({ items: z.array(z.unknown()), cursor: z.string().nullish() });
/** 0 is a conversation of two, 1 a group, 2 a channel. */
const chat = z.object({ type: z.union([z.number(), z.string()]).nullish() });
const attendee = z.object({ name: z.string().nullish(), profile_url: z.string().nullish() });
const profile = z.object({ public_identifier: z.string().min(1).max(500).nullish() });
const webhooks = z.object({
  items: z.array(z.object({ id: z.string(), request_url: z.string().nullish() })),
  cursor: z.string().nullish(),
});

/** Pages of 250, Unipile's maximum. More messages than this between two reads come from a machine. */
const pages = 20;
const longestText = 20_000;
/** How the address of a profile begins that names its person by an ID instead of a name of their own. */
const memberId = /^aco/i;

/** Messages of an account, as Unipile keeps them: LinkedIn is not asked for it. @throws Error */
export async function readMessages(ask: AskUnipile, account: string, since: Date): Promise<LinkedInMessages> {
  const messages: LinkedInMessage[] = [];
  let unreadable = 0;
  let cursor: string | null = null;
  try {
    for (let page = 0; page < pages; page++) {
      const query = {
        account_id: account,
        after: since.toISOString(),
        limit: '250',
        ...(cursor ? { cursor } : {}),
      };
      const found: z.output<typeof list> = await ask(['messages'], { query }, list);
      for (const given of found.items) {
        const { success, data: read } = item.safeParse(given);
        if (!success) unreadable += 1;
        else if (read.sender_id && !read.is_sender && !read.is_event && !read.hidden && !read.deleted)
          messages.push({
            id: read.id,
            person: read.sender_id,
            sender: read.sender_attendee_id ?? read.sender_id,
            chat: read.chat_id ?? null,
            text: (read.text ?? '').slice(0, longestText),
            at: new Date(read.timestamp),
          });
      }
      if (!found.cursor) break;
      cursor = found.cursor;
    }
  } catch (error) {
    const failure = resultOfFailure(error);
    if (failure.outcome !== 'ACCOUNT') throw error;
    return { state: 'ACCOUNT', reason: failure.reason };
  }
  return { messages: messages.sort((one, other) => one.at.getTime() - other.at.getTime()), unreadable };
}

/** The participants that Unipile knows. @throws Error */
export async function readSender(ask: AskUnipile, account: string, sender: string): Promise<LinkedInSender | null> {
  const found = await ask(['chat_attendees', sender], { query: { account_id: account } }, attendee).catch(orNobody);
  if (found === null) return null;
  const identifier = found.profile_url ? profileIdentifier(found.profile_url) : null;
  return { name: found.name ?? null, profile: identifier && !memberId.test(identifier) ? identifier : null };
}

/** @throws Error */
export async function readProfile(ask: AskUnipile, account: string, person: string): Promise<string | null> {
  const found = await ask(['users', person], { query: { account_id: account } }, profile).catch(orNobody);
  return found?.public_identifier ?? null;
}

/** Whether a conversation has more than two people. @throws Error */
export async function isGroup(ask: AskUnipile, account: string, chatId: string): Promise<boolean> {
  const found = await ask(['chats', chatId], { query: { account_id: account } }, chat).catch(orNobody);
  return Number(found?.type ?? 0) !== 0;
}

const orNobody = (error: unknown): null => {
  if (isUnknown(error)) return null;
  throw error;
};

/** One webhook for all accounts; those of this installation that end in another secret are nobody's any more. @throws Error */
export async function reportMessages(ask: AskUnipile, url: string): Promise<void> {
  const own = url.slice(0, url.lastIndexOf('/') + 1);
  const found: { id: string; url: string }[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: '250', ...(cursor ? { cursor } : {}) };
    const known: z.output<typeof webhooks> = await ask(['webhooks'], { query }, webhooks);
    for (const { id, request_url: at } of known.items) if (at?.startsWith(own)) found.push({ id, url: at });
    cursor = known.cursor ?? null;
  } while (cursor);
  for (const stale of found.filter((one) => one.url !== url))
    await ask(['webhooks', stale.id], { method: 'DELETE' }, z.unknown()).catch(orNobody);
  if (found.some((one) => one.url === url)) return;
  const json = {
    source: 'messaging',
    name: 'Skein: new messages',
    request_url: url,
    format: 'json',
    events: ['message_received'],
  };
  await ask(['webhooks'], { method: 'POST', json }, z.unknown());
}

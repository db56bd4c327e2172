import type { Database, SqlClient } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import type { LinkedInMessage, LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import { profileIdentifier } from '#platform/linkedin/profile-identifier';
import { recordLinkedInReply } from '#lifecycle/lifecycle.api';
import {
  claimReading,
  findKept,
  findLeadsOfPerson,
  findLeadsWithProfile,
  findPlace,
  insertMessage,
  nextReadingAt,
  takeProfileRead,
  writeReadUntil,
  type ReadAccount,
} from './linkedin-messages.store';
import { stopAccount } from './record-result';

export interface ReadMessagesDeps {
  db: Database;
  live: Live;
  linkedIn?: LinkedInProvider | null;
  /** Where the provider reports new messages; null: they are found by looking only. */
  messagesUrl?: string | null;
  log: { error: (facts: object, text: string) => void };
}

const minute = 60_000;
/** What the provider does not report is found by looking, in campaign time. */
const lookEvery = 15 * minute;
/** The provider learns of messages in any order, above all after a sign-in: so far back it is looked again. */
const lookBack = 60 * minute;
/** How long after a failure the provider is asked again to report messages, in campaign time. */
const askAgainAfter = 60 * minute;
/** Messages of people who are no leads, so that they are not looked up with every look. Only their IDs are remembered. */
const mostStrangers = 20_000;

interface Sender {
  name: string | null;
  leadIds: number[];
}

/**
 * Reads what leads write to the accounts on LinkedIn, whether they answer or begin the conversation. A report of the provider only says that there is something new: what it
 * is, is always read from the provider, so that a report that is lost or invented changes nothing. Messages of people who are no leads are not kept.
 */
export function createMessageReader(deps: ReadMessagesDeps) {
  const strangers = new Set<string>();
  let askAt = 0;

  /** Asks the provider once for reports; while it refuses, looking finds everything. */
  async function askForReports(provider: LinkedInProvider, now: number): Promise<void> {
    if (!deps.messagesUrl || now < askAt) return;
    askAt = now + askAgainAfter;
    try {
      await provider.reportMessages(deps.messagesUrl);
      askAt = Infinity;
    } catch (error) {
      deps.log.error({ error: (error as Error).message }, 'LinkedIn messages are not reported and found by looking');
    }
  }

  return {
    /** Campaign time of the next look, or null. */
    nextAt: async (now: number): Promise<number | null> =>
      deps.linkedIn ? nextReadingAt(deps.db, deps.linkedIn.name, now) : null,
    /** Reads the account that is due first. @returns false when none is */
    async readDue(now: number): Promise<boolean> {
      const { linkedIn: provider } = deps;
      if (!provider) return false;
      const due = { provider: provider.name, now: new Date(now), nextAt: new Date(now + lookEvery) };
      const account = await deps.db.systemSql((sql) => claimReading(sql, due));
      if (!account) return false;
      await askForReports(provider, now);
      const since = new Date(account.read_until.getTime() - lookBack);
      const read = await provider.readMessages(account.provider_account, since).catch((error: Error) => {
        deps.log.error({ accountId: account.id, error: error.message }, 'the messages of an account could not be read');
        return null;
      });
      if (read === null) return true;
      if ('state' in read) {
        await deps.db.systemSql((sql) => stopAccount(sql, account.id, read.reason));
        return true;
      }
      if (strangers.size > mostStrangers) strangers.clear();
      await takeMessages(deps, { provider, account, strangers, now }, read.messages);
      return true;
    },
  };
}

interface Reading {
  provider: LinkedInProvider;
  account: ReadAccount;
  strangers: Set<string>;
  now: number;
}

/** Keeps the messages of leads, each with what follows from it; one whose sender cannot be told yet is read again with the next look. */
async function takeMessages(
  { db, live }: ReadMessagesDeps,
  reading: Reading,
  messages: readonly LinkedInMessage[],
): Promise<void> {
  const { account, strangers } = reading;
  const ids = messages.map(({ id }) => id);
  const kept = await db.systemSql((sql) => findKept(account.workspace_id, sql, ids));
  const senders = new Map<string, Sender | null>();
  let until = messages.at(-1)?.at ?? account.read_until;
  for (const message of messages) {
    if (kept.has(message.id) || strangers.has(message.id)) continue;
    let sender = senders.get(message.person);
    if (sender === undefined) {
      sender = await findSender(db, reading, message).catch(() => null);
      senders.set(message.person, sender);
    }
    if (sender === null) {
      if (message.at < until) until = message.at;
      continue;
    }
    const { leadIds, name } = sender;
    const place = await db.systemSql((sql) => keep(sql, live, account, { message, leadIds, name }));
    if (place === null) strangers.add(message.id);
  }
  await db.systemSql((sql) => writeReadUntil(sql, account.id, until));
}

/** The message with everything that follows, in one transaction; null where its sender is no lead of these campaigns. */
async function keep(
  sql: SqlClient,
  live: Live,
  account: ReadAccount,
  { message, leadIds, name }: { message: LinkedInMessage; leadIds: readonly number[]; name: string | null },
): Promise<number | null> {
  const enrolmentId = leadIds.length > 0 ? await findPlace(sql, account, leadIds) : null;
  if (enrolmentId === null) return null;
  const messageId = await insertMessage(sql, account, { ...message, enrolmentId, senderName: name });
  if (messageId === null) return enrolmentId;
  const effect = await recordLinkedInReply(sql, {
    workspaceId: account.workspace_id,
    enrolmentId,
    messageId,
    text: message.text,
    at: message.at,
  });
  if (effect) await live.publish(sql, account.workspace_id, ['inbox', `campaign:${effect.campaignId}`]);
  return enrolmentId;
}

/**
 * Whose message it is. Whoever something was done for is known by the provider's ID; others by the address of their profile. Where the provider does not say
 * that without opening the profile, it is opened only for somebody who is called like a lead.
 * @returns null where that cannot be told at present @throws Error when the provider cannot be asked
 */
async function findSender(
  db: Database,
  { provider, account, now }: Reading,
  message: LinkedInMessage,
): Promise<Sender | null> {
  const known = await db.systemSql((sql) => findLeadsOfPerson(sql, account, message.person));
  const sender = await provider.readSender(account.provider_account, message);
  const name = sender?.name ?? null;
  if (known.length > 0) return { name, leadIds: known };
  const named = (given: { identifier: string } | { name: string }) =>
    db.systemSql((sql) => findLeadsWithProfile(account.workspace_id, sql, given));
  const withProfile = (leads: Awaited<ReturnType<typeof named>>, identifier: string) =>
    leads
      .filter((lead) => profileIdentifier(lead.linkedin_profile)?.toLowerCase() === identifier.toLowerCase())
      .map((lead) => lead.id);
  if (sender?.profile) {
    const { profile } = sender;
    return { name, leadIds: withProfile(await named({ identifier: profile }), profile) };
  }
  const candidates = name ? await named({ name }) : [];
  if (candidates.length === 0) return { name, leadIds: [] };
  if (!(await db.systemSql((sql) => takeProfileRead(sql, account, now)))) return null;
  const identifier = await provider.readProfile(account.provider_account, message.person);
  return { name, leadIds: identifier ? withProfile(candidates, identifier) : [] };
}

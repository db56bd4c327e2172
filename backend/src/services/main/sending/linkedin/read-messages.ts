import type { LeadId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import {
  LinkedInAccountRefusal,
  type LinkedInMessage,
  type LinkedInProvider,
} from '#platform/linkedin/linkedin-provider';
import { isInPlan } from '#platform/plans/plan-in-force.store';
import { recordLinkedInReply } from '#lifecycle/lifecycle.api';
import { countProfileRead } from './linkedin-action.store';
import {
  claimReading,
  dayOfProfileReads,
  findKept,
  findLeadsOfPerson,
  findLeadsWithProfile,
  findPlace,
  insertMessage,
  isLeadCalled,
  nextReadingAt,
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
/** How long a message waits whose sender cannot be told, in campaign time. */
const givenUpAfter = 3 * 24 * 60 * minute;
/** Messages of people who are no leads, so that they are not looked up with every look. Only their IDs are remembered. */
const mostStrangers = 20_000;

interface Sender {
  name: string | null;
  leadIds: LeadId[];
}

/**
 * Reads what leads write to the accounts on LinkedIn, whether they answer or begin the conversation. A report of the
 * provider only says that there is something new: what it is, is always read from the provider, so that a report that
 * is lost or invented changes nothing. Messages of people who are no leads are not kept.
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
      // What is written meanwhile is read once the plan includes it again.
      if (!(await deps.db.systemSql((sql) => isInPlan(sql, account.workspace_id, 'linkedinAccessAllowed'))))
        return true;
      await askForReports(provider, now);
      const since = new Date(Math.max(account.created_at.getTime(), account.read_until.getTime() - lookBack));
      const read = await provider.readMessages(account.provider_account, since).catch((error: Error) => {
        deps.log.error({ accountId: account.id, error: error.message }, 'the messages of an account could not be read');
        return null;
      });
      if (read === null) return true;
      const stop = (reason: string) => deps.db.systemSql((sql) => stopAccount(sql, account, reason));
      if ('state' in read) {
        await stop(read.reason);
        return true;
      }
      if (read.unreadable > 0)
        deps.log.error(
          { accountId: account.id, count: read.unreadable },
          'messages on LinkedIn could not be understood',
        );
      if (strangers.size > mostStrangers) strangers.clear();
      const refusal = await takeMessages(deps, { provider, account, strangers, now }, read.messages);
      if (refusal) await stop(refusal.message);
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

/**
 * Keeps the messages of leads, each with what follows from it; one whose sender cannot be told yet is read again with
 * the next look, for some days.
 * @returns why the account has to sign in before the others are read; null where nothing is in the way
 */
async function takeMessages(
  deps: ReadMessagesDeps,
  reading: Reading,
  messages: readonly LinkedInMessage[],
): Promise<LinkedInAccountRefusal | null> {
  const { db } = deps;
  const { account, strangers, now } = reading;
  const ids = messages.map(({ id }) => id);
  const kept = await db.systemSql((sql) => findKept(account.workspace_id, sql, ids));
  const senders = new Map<string, Sender | null>();
  const waiting: Date[] = [];
  let refusal: LinkedInAccountRefusal | null = null;
  for (const message of messages) {
    if (kept.has(message.id) || strangers.has(message.id)) continue;
    const taken = await takeMessage(deps, reading, { message, senders }).catch((error: Error) => error);
    if (taken === 'KEPT') continue;
    if (taken === 'NO_LEAD') {
      strangers.add(message.id);
      continue;
    }
    if (taken instanceof LinkedInAccountRefusal) {
      refusal = taken;
      waiting.push(message.at);
      break;
    }
    const facts = {
      accountId: account.id,
      at: message.at,
      ...(taken instanceof Error ? { error: taken.message } : {}),
    };
    if (isGivenUp(account, message, now)) {
      deps.log.error(facts, 'a message on LinkedIn is passed over after days in vain');
      strangers.add(message.id);
    } else {
      if (taken instanceof Error) deps.log.error(facts, 'a message on LinkedIn could not be kept and is read again');
      waiting.push(message.at);
    }
  }
  const read = messages.at(-1)?.at ?? account.read_until;
  const until = new Date(Math.min(read.getTime(), ...waiting.map((at) => at.getTime())));
  const waitsAt = waiting.length > 0 && refusal === null ? new Date(now) : null;
  await db.systemSql((sql) => writeReadUntil(sql, account.id, { until, waitsAt }));
  return refusal;
}

/** Whether a message has waited long enough: it is that old, and the account has been asked in vain for as long. */
const isGivenUp = ({ stuck_since: since }: ReadAccount, { at }: LinkedInMessage, now: number): boolean =>
  since !== null && Math.max(since.getTime(), at.getTime()) <= now - givenUpAfter;

/**
 * @param senders those of this look; null: it cannot be told at present
 * @returns LATER where its sender cannot be told yet @throws LinkedInAccountRefusal, Error
 */
async function takeMessage(
  { db, live }: ReadMessagesDeps,
  reading: Reading,
  { message, senders }: { message: LinkedInMessage; senders: Map<string, Sender | null> },
): Promise<'KEPT' | 'NO_LEAD' | 'LATER'> {
  const { account, provider } = reading;
  let sender = senders.get(message.person);
  if (sender === undefined) {
    senders.set(message.person, null);
    sender = await findSender(db, reading, message);
    senders.set(message.person, sender);
  }
  if (sender === null) return 'LATER';
  const { leadIds, name } = sender;
  if (leadIds.length === 0 || (await isInGroup(provider, account, message))) return 'NO_LEAD';
  return (await db.systemSql((sql) => keep(sql, live, account, { message, leadIds, name }))) ? 'KEPT' : 'NO_LEAD';
}

/** What a lead says to a group is no answer to the account. */
const isInGroup = async (provider: LinkedInProvider, account: ReadAccount, { chat }: LinkedInMessage) =>
  chat !== null && (await provider.isGroup(account.provider_account, chat));

/** The message with everything that follows, in one transaction. @returns false where its sender is no lead of these campaigns */
async function keep(
  sql: SqlClient,
  live: Live,
  account: ReadAccount,
  { message, leadIds, name }: { message: LinkedInMessage; leadIds: readonly LeadId[]; name: string | null },
): Promise<boolean> {
  const enrolmentId = await findPlace(sql, account, leadIds);
  if (enrolmentId === null) return false;
  const messageId = await insertMessage(sql, account, { ...message, enrolmentId, senderName: name });
  if (messageId === null) return true;
  const effect = await recordLinkedInReply(sql, {
    workspaceId: account.workspace_id,
    enrolmentId,
    messageId,
    text: message.text,
    at: message.at,
    isOld: message.at < account.first_look_at,
  });
  if (effect) await live.publish(sql, account.workspace_id, ['inbox', `campaign:${effect.campaignId}`]);
  return true;
}

/**
 * Whose message it is. Whoever something was done for is known by the provider's ID; others by the address of their
 * profile. Where the provider does not say that without opening the profile, it is opened only for somebody who is
 * called like a lead.
 * @returns null where that cannot be told at present
 * @throws LinkedInAccountRefusal, Error when the provider cannot be asked
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
  const withProfile = (identifier: string) =>
    db.systemSql((sql) => findLeadsWithProfile(account.workspace_id, sql, identifier));
  if (sender?.profile) return { name, leadIds: await withProfile(sender.profile) };
  if (!name || !(await db.systemSql((sql) => isLeadCalled(account.workspace_id, sql, name))))
    return { name, leadIds: [] };
  const dayStart = await db.systemSql((sql) => dayOfProfileReads(sql, account, now));
  if (dayStart === null) return null;
  const identifier = await provider.readProfile(account.provider_account, message.person);
  await db.systemSql((sql) => countProfileRead(sql, { id: account.id, day_start: dayStart }));
  return { name, leadIds: identifier ? await withProfile(identifier) : [] };
}

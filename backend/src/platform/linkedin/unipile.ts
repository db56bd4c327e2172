import { z } from 'zod';
import {
  LinkedInAccountRefusal,
  type LinkedInAccountState,
  type LinkedInConnection,
  type LinkedInProvider,
  type LinkedInResult,
  type LinkedInSignIn,
  type LinkedInTask,
} from './linkedin-provider';
import { profileIdentifier } from './profile-identifier';
import { answerInChat } from './unipile-answers';
import { createUnipileHttp, type AskUnipile } from './unipile-http';
import { isGroup, readMessages, readProfile, readSender, reportMessages } from './unipile-messages';
import { isUnknown, resultOfFailure, UnipileRefusal } from './unipile-refusals';
import { createRelations } from './unipile-relations';

const id = z.string().min(1).max(500);
const profile = z.object({
  provider_id: id,
  network_distance: z.string().nullish(),
  is_relationship: z.boolean().nullish(),
  invitation: z.object({ type: z.string(), status: z.string() }).nullish(),
});
type Profile = z.output<typeof profile>;
const invited = z.object({ invitation_id: id });
const started = z.object({ message_id: z.string().nullish() });
const messages = z.object({
  items: z.array(z.object({ id, is_sender: z.union([z.number(), z.boolean()]).nullish(), text: z.string().nullish() })),
});
const chats = z.object({ items: z.array(z.object({ id })) });
const posts = z.object({
  items: z.array(
    z.object({
      social_id: id,
      is_repost: z.boolean().nullish(),
      permissions: z.object({ can_react: z.boolean().nullish() }).nullish(),
    }),
  ),
});
const sentInvitations = z.object({
  items: z.array(z.object({ id, invited_user_id: z.string().nullish() })),
  cursor: z.string().nullish(),
});
const account = z.object({ type: z.string(), sources: z.array(z.object({ status: z.string() })).default([]) });
const link = z.object({ url: z.url({ protocol: /^https?$/ }).max(4_000) });
const anything = z.unknown();

/** Characters of the note of a connection request. */
const longestNote = 300;
const pagesOfInvitations = 10;
/** Conversations with one person in which an earlier message is looked for, the newest first. */
const mostChats = 3;
/** By how much Unipile's clock may be ahead of ours, in milliseconds. */
const clockDifference = 60_000;

/** A request is kept as the person's ID for this account, and the invitation's where it is known. */
const referenceOf = (providerId: string, invitationId = '') => `${providerId}:${invitationId}`;
const readReference = (reference: string): [providerId: string, invitationId: string] => {
  const at = reference.lastIndexOf(':');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
};
const isConnected = (person: Profile) => person.network_distance === 'FIRST_DEGREE' || person.is_relationship === true;
const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/**
 * Unipile (developer.unipile.com, API version 1): it acts with the sessions of LinkedIn accounts whose owners signed in
 * on its page. It knows no key that makes a question safe to repeat, so what was asked before is looked up before it is
 * done again.
 */
export function createUnipile(options: {
  /** Shown as the provider. */
  name: string;
  /** Without a slash at its end. */
  url: string;
  key: string;
  fetch?: typeof fetch;
}): LinkedInProvider {
  const ask = createUnipileHttp(options);
  const relations = createRelations(ask);
  return {
    name: options.name,
    perform: (task) => perform(ask, task),
    answer: (given) => answerInChat(ask, (name) => readAccount(ask, name), given),
    signInPage: (given) => openSignIn(ask, options.url, given),
    readAccount: (name) => readAccount(ask, name),
    async removeAccount(name) {
      await ask(['accounts', name], { method: 'DELETE' }, anything).catch(unlessGone);
    },
    async withdraw(name, reference) {
      const [person, known] = readReference(reference);
      const invitation = known || (await findInvitation(ask, name, person));
      if (invitation === null) return;
      const query = { account_id: name };
      await ask(['users', 'invite', 'sent', invitation], { method: 'DELETE', query }, anything).catch(unlessGone);
    },
    async readConnection(name, reference, at): Promise<LinkedInConnection> {
      try {
        const isThere = await relations.has(name, readReference(reference)[0], at);
        return { state: isThere ? 'ACCEPTED' : 'PENDING' };
      } catch (error) {
        const failure = resultOfFailure(error);
        if (failure.outcome !== 'ACCOUNT') throw error;
        return { state: 'ACCOUNT', reason: failure.reason };
      }
    },
    readMessages: (name, since) => readMessages(ask, name, since),
    readSender: (name, { sender }) => readSender(ask, name, sender).catch(ofAccount),
    readProfile: (name, person) => readProfile(ask, name, person).catch(ofAccount),
    isGroup: (name, chat) => isGroup(ask, name, chat).catch(ofAccount),
    reportMessages: (address) => reportMessages(ask, address),
  };
}

/** An account that Unipile does not know any more is connected as a new one. */
async function openSignIn(ask: AskUnipile, url: string, given: LinkedInSignIn): Promise<string> {
  const open = (kind: object) =>
    ask(
      ['hosted', 'accounts', 'link'],
      {
        method: 'POST',
        json: {
          ...kind,
          api_url: url,
          expiresOn: given.expiresAt.toISOString(),
          notify_url: given.notifyUrl,
          success_redirect_url: given.successUrl,
          failure_redirect_url: given.failureUrl,
          single_use: true,
          bypass_success_screen: true,
        },
      },
      link,
    );
  const asNew = { type: 'create', providers: ['LINKEDIN'] };
  if (given.account === null) return (await open(asNew)).url;
  const again = { type: 'reconnect', reconnect_account: given.account };
  const answer = await open(again).catch((error: unknown) => {
    unlessGone(error);
    return open(asNew);
  });
  return answer.url;
}

/** @throws LinkedInAccountRefusal where the account has to sign in, else what was thrown */
const ofAccount = (error: unknown): never => {
  const failure = resultOfFailure(error);
  throw failure.outcome === 'ACCOUNT' ? new LinkedInAccountRefusal(failure.reason) : error;
};

const unlessGone = (error: unknown) => {
  if (!isUnknown(error)) throw error;
};

async function perform(ask: AskUnipile, task: LinkedInTask): Promise<LinkedInResult> {
  const identifier = profileIdentifier(task.profileUrl);
  if (identifier === null) return { outcome: 'REFUSED', reason: 'This is not the address of a LinkedIn profile.' };
  try {
    const person = await ask(
      ['users', identifier],
      { query: { account_id: task.account, ...(task.action === 'VISIT_PROFILE' ? { notify: 'true' } : {}) } },
      profile,
    );
    const result = await actions[task.action](ask, task, person);
    return result.outcome === 'DONE' ? { ...result, person: person.provider_id } : result;
  } catch (error) {
    if (isUnknown(error)) return whoIsMissing(ask, task.account);
    return resultOfFailure(error);
  }
}

/** Unipile answers the same for an account and for a profile that it does not find. */
async function whoIsMissing(ask: AskUnipile, name: string): Promise<LinkedInResult> {
  const found = await readAccount(ask, name).catch(() => null);
  if (!found) return { outcome: 'LATER', reason: 'Unipile could not be asked whether the account is connected.' };
  return found.state === 'INVALID'
    ? { outcome: 'ACCOUNT', reason: found.reason ?? 'The account is signed out.' }
    : { outcome: 'REFUSED', reason: 'This profile does not exist.' };
}

type Act = (ask: AskUnipile, task: LinkedInTask, person: Profile) => Promise<LinkedInResult>;

const write: Act = async (ask, task, person) => {
  if (!task.body) return { outcome: 'REFUSED', reason: 'The step has no text.' };
  if (task.firstAskedAt) {
    const sent = await findMessage(ask, task, { person: person.provider_id, since: task.firstAskedAt });
    if (sent) return { outcome: 'DONE', reference: sent };
  }
  const form = new FormData();
  form.set('account_id', task.account);
  form.append('attendees_ids', person.provider_id);
  form.set('text', task.body);
  if (task.action === 'INMAIL') {
    if (task.subject) form.set('subject', task.subject);
    form.set('linkedin[api]', 'classic');
    form.set('linkedin[inmail]', 'true');
  }
  const { message_id } = await ask(['chats'], { method: 'POST', form }, started);
  return { outcome: 'DONE', reference: message_id ?? person.provider_id };
};

const actions: Record<LinkedInTask['action'], Act> = {
  // The profile was read in the account's name, which is the visit.
  VISIT_PROFILE: async (_, __, person) => ({ outcome: 'DONE', reference: person.provider_id }),
  MESSAGE: write,
  INMAIL: write,
  async CONNECTION_REQUEST(ask, task, person) {
    const reference = referenceOf(person.provider_id);
    if (isConnected(person)) return { outcome: 'DONE', reference, isAccepted: true };
    if (person.invitation?.type === 'SENT' && person.invitation.status === 'PENDING')
      return { outcome: 'DONE', reference };
    if (task.body && task.body.length > longestNote)
      return { outcome: 'REFUSED', reason: `The note has more than ${longestNote} characters.` };
    const json = {
      account_id: task.account,
      provider_id: person.provider_id,
      ...(task.body ? { message: task.body } : {}),
    };
    try {
      const { invitation_id } = await ask(['users', 'invite'], { method: 'POST', json }, invited);
      return { outcome: 'DONE', reference: referenceOf(person.provider_id, invitation_id) };
    } catch (error) {
      const kind = error instanceof UnipileRefusal ? error.kind : '';
      if (kind === 'already_connected') return { outcome: 'DONE', reference, isAccepted: true };
      // The request of the earlier attempt, whose answer was lost.
      if (kind === 'already_invited_recently' && task.firstAskedAt) return { outcome: 'DONE', reference };
      throw error;
    }
  },
  async LIKE_RECENT_ACTIVITY(ask, task, person) {
    const query = { account_id: task.account, limit: '10' };
    const { items } = await ask(['users', person.provider_id, 'posts'], { query }, posts);
    const post = items.find((one) => one.is_repost !== true && one.permissions?.can_react !== false);
    if (!post) return { outcome: 'REFUSED', reason: 'This person has posted nothing that can be liked.' };
    const json = { account_id: task.account, post_id: post.social_id, reaction_type: 'like' };
    try {
      await ask(['posts', 'reaction'], { method: 'POST', json }, anything);
    } catch (error) {
      if (!(error instanceof UnipileRefusal && error.kind === 'action_already_performed')) throw error;
    }
    return { outcome: 'DONE', reference: post.social_id };
  },
};

/** The message of an earlier attempt, by its text and time; Unipile does not know the person where there is no conversation. */
async function findMessage(
  ask: AskUnipile,
  task: LinkedInTask,
  { person, since }: { person: string; since: Date },
): Promise<string | null> {
  const withPerson = await ask(
    ['chat_attendees', person, 'chats'],
    { query: { account_id: task.account, limit: String(mostChats) } },
    chats,
  ).catch((error: unknown) => {
    unlessGone(error);
    return { items: [] };
  });
  const after = new Date(since.getTime() - clockDifference).toISOString();
  for (const chat of withPerson.items.slice(0, mostChats)) {
    const { items } = await ask(['chats', chat.id, 'messages'], { query: { after, limit: '50' } }, messages);
    const sent = items.find((one) => one.is_sender && plain(one.text) === plain(task.body));
    if (sent) return sent.id;
  }
  return null;
}

/** A request that was there before has no known ID; null when it is not pending any more. @throws Error when there are too many to know */
async function findInvitation(ask: AskUnipile, name: string, person: string): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < pagesOfInvitations; page++) {
    const query = { account_id: name, limit: '100', ...(cursor ? { cursor } : {}) };
    const found: z.output<typeof sentInvitations> = await ask(['users', 'invite', 'sent'], { query }, sentInvitations);
    const invitation = found.items.find((one) => one.invited_user_id === person);
    if (invitation) return invitation.id;
    if (!found.cursor) return null;
    cursor = found.cursor;
  }
  throw new Error('the account has too many pending requests to find this one. Withdraw it on LinkedIn.');
}

const broken: Record<string, string> = {
  CREDENTIALS: 'LinkedIn signed the account out.',
  PERMISSIONS: 'LinkedIn withholds a permission.',
  STOPPED: 'Unipile stopped the account.',
  ERROR: 'Unipile stopped the account after an error.',
};

async function readAccount(ask: AskUnipile, name: string): Promise<LinkedInAccountState> {
  try {
    const { type, sources } = await ask(['accounts', name], {}, account);
    if (type !== 'LINKEDIN') return { state: 'INVALID', reason: 'This is not a LinkedIn account.' };
    const reason = sources.map(({ status }) => broken[status]).find((words) => words !== undefined);
    if (reason) return { state: 'INVALID', reason };
    const isReady = sources.every(({ status }) => status === 'OK');
    return { state: isReady ? 'SUCCESS' : 'INPROGRESS', reason: null };
  } catch (error) {
    if (isUnknown(error)) return { state: 'INVALID', reason: 'Unipile does not know this account.', isGone: true };
    throw error;
  }
}

import type { Context, Hono } from 'hono';
import { personOf, type UnipileAccount, type UnipileAccounts } from './unipile-accounts';
import { refuse } from './unipile-errors';
import { acceptedAt, day, memberId, nameOf, nameOfPerson, readMemberId, type As, type World } from './unipile-world';

/** InMails of an account in thirty days. */
const monthlyInMails = 50;
const longestMessage = 8_000;

/** Adds what Unipile does with conversations: what the account writes, and what was written to it. */
export function addUnipileMessages(app: Hono, accounts: UnipileAccounts, world: World, as: As): void {
  app.post('/api/v1/chats', async (context) => {
    const form = await context.req.formData().catch(() => new FormData());
    const text = (name: string) => String(form.get(name) ?? '');
    return as(context, text('account_id'), async (account) => {
      const name = nameOf(account, text('attendees_ids'));
      if (!name || name === text('attendees_ids')) return refuse(context, 'invalid_recipient');
      if (!text('text')) return refuse(context, 'invalid_parameters');
      const isInMail = text('linkedin[inmail]') === 'true';
      if (!isInMail && acceptedAt(world, account, name) === null)
        return refuse(context, 'no_connection_with_recipient');
      const inMails = Object.values(account.people)
        .flatMap((person) => person.messages)
        .filter((message) => message.isInMail && message.at > world.now() - 30 * day);
      if (isInMail && inMails.length >= monthlyInMails) return refuse(context, 'insufficient_credits');
      const id = `m${world.now()}-${Object.keys(account.people).length}`;
      await accounts.change(account.id, (own) => {
        const subject = text('subject') || null;
        personOf(own, name).messages.push({ id, text: text('text'), subject, isInMail, at: world.now() });
      });
      return context.json({ object: 'ChatStarted', chat_id: chatId(account.id, name), message_id: id }, 201);
    });
  });
  /** Runs a handler where the account has written with this person. */
  const withMember = (context: Context, work: (account: UnipileAccount, name: string) => Response) =>
    as(context, context.req.query('account_id'), (account) => {
      const name = nameOf(account, context.req.param('member') ?? '');
      const known = name === null ? undefined : account.people[name];
      const isKnown = (known?.messages ?? []).length + (known?.written ?? []).length > 0;
      return name !== null && isKnown ? work(account, name) : refuse(context, 'attendee_not_found');
    });
  app.get('/api/v1/chat_attendees/:member/chats', (context) =>
    withMember(context, (account, name) => {
      const items = [{ object: 'Chat', id: chatId(account.id, name), account_id: account.id, type: 0 }];
      return context.json({ object: 'ChatList', items, cursor: null });
    }),
  );
  app.get('/api/v1/chat_attendees/:member', (context) =>
    withMember(context, (account, name) => context.json(attendeeView(world, account, name))),
  );
  app.get('/api/v1/messages', (context) =>
    as(context, context.req.query('account_id'), (account) => {
      const after = Date.parse(context.req.query('after') ?? '') || -Infinity;
      const limit = Math.min(Number(context.req.query('limit') ?? 100), 250);
      const begin = Number(context.req.query('cursor') ?? 0);
      const all = Object.keys(account.people)
        .flatMap((name) => messagesWith(world, account, name))
        .filter((message) => Date.parse(message.timestamp) > after)
        .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp));
      const cursor = begin + limit < all.length ? String(begin + limit) : null;
      return context.json({ object: 'MessageList', items: all.slice(begin, begin + limit), cursor });
    }),
  );
  addChats(app, accounts, world, as);
}

/** Adds what is done in one conversation. */
function addChats(app: Hono, accounts: UnipileAccounts, world: World, as: As): void {
  app.post('/api/v1/chats/:chat/messages', async (context) => {
    const [of, name] = readMemberId(context.req.param('chat').slice(2)) ?? [];
    const form = await context.req.formData().catch(() => new FormData());
    const text = String(form.get('text') ?? '');
    const isOfAnother = form.has('account_id') && form.get('account_id') !== of;
    if (!of || !name || isOfAnother || !(await accounts.find(of))) return refuse(context, 'resource_not_found');
    return as(context, of, async () => {
      if (!text) return refuse(context, 'invalid_parameters');
      if (text.length > longestMessage) return refuse(context, 'too_many_characters');
      let id = '';
      await accounts.change(of, (own) => {
        const { messages } = personOf(own, name);
        id = `m${world.now()}-${name}-${messages.length}`;
        messages.push({ id, text, subject: null, isInMail: false, at: world.now() });
      });
      return context.json({ object: 'MessageSent', message_id: id }, 201);
    });
  });
  app.get('/api/v1/chats/:chat', async (context) => {
    const [of, name] = readMemberId(context.req.param('chat').slice(2)) ?? [];
    if (!of || !name || !(await accounts.find(of))) return refuse(context, 'resource_not_found');
    return as(context, of, () =>
      context.json({ object: 'Chat', id: context.req.param('chat'), account_id: of, type: 0 }),
    );
  });
  app.get('/api/v1/chats/:chat/messages', async (context) => {
    const [of, name] = readMemberId(context.req.param('chat').slice(2)) ?? [];
    const account = of ? await accounts.find(of) : null;
    if (!account || !name) return refuse(context, 'resource_not_found');
    const after = Date.parse(context.req.query('after') ?? '') || -Infinity;
    const items = messagesWith(world, account, name).filter((message) => Date.parse(message.timestamp) > after);
    return context.json({ object: 'MessageList', items, cursor: null });
  });
}

const chatId = (account: string, name: string) => `c-${memberId(account, name)}`;

/** Both sides of a conversation, the newest first. */
const messagesWith = (world: World, account: UnipileAccount, name: string) => {
  const { messages = [], written = [] } = account.people[name] ?? {};
  const { answer } = world.person(name);
  const answers = messages.flatMap((message) => {
    const at = message.at + (answer?.after ?? Infinity);
    return answer && at <= world.now() ? [{ id: `${message.id}-answer`, text: answer.text, at }] : [];
  });
  const common = {
    object: 'Message',
    account_id: account.id,
    chat_id: chatId(account.id, name),
    is_event: 0,
    deleted: 0,
  };
  return [
    ...messages.map((message) => ({
      ...common,
      id: message.id,
      sender_id: account.id,
      sender_attendee_id: account.id,
      is_sender: 1,
      text: message.text,
      subject: message.subject,
      timestamp: new Date(message.at).toISOString(),
      message_type: message.isInMail ? 'INMAIL' : 'MESSAGE',
    })),
    ...[...written, ...answers].map((message) => ({
      ...common,
      id: message.id,
      sender_id: memberId(account.id, name),
      sender_attendee_id: memberId(account.id, name),
      is_sender: 0,
      text: message.text,
      subject: null,
      timestamp: new Date(message.at).toISOString(),
      message_type: 'MESSAGE',
    })),
  ].toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp));
};

/** Unipile knows the address of a profile by its own name or by the member's ID. */
function attendeeView(world: World, account: UnipileAccount, name: string) {
  const id = memberId(account.id, name);
  return {
    object: 'ChatAttendee',
    id,
    account_id: account.id,
    provider_id: id,
    name: nameOfPerson(name),
    is_self: 0,
    profile_url: `https://www.linkedin.com/in/${world.person(name).isHidden ? id : name}`,
  };
}

/** What the provider reports of a new message. */
export const messageReport = (
  account: UnipileAccount,
  name: string,
  message: { id: string; text: string; at: number },
) => ({
  account_id: account.id,
  account_type: 'LINKEDIN',
  account_info: { type: 'LINKEDIN', feature: 'classic', user_id: `ACoAA${account.id}` },
  event: 'message_received',
  chat_id: chatId(account.id, name),
  timestamp: new Date(message.at).toISOString(),
  message_id: message.id,
  message: message.text,
  sender: {
    attendee_id: memberId(account.id, name),
    attendee_name: nameOfPerson(name),
    attendee_provider_id: memberId(account.id, name),
    attendee_profile_url: `https://www.linkedin.com/in/${name}`,
  },
});

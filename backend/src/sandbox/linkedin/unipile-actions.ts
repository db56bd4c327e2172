import type { Context, Hono } from 'hono';
import type { SandboxPerson } from './sandbox-people';
import { personOf, type KnownPerson, type UnipileAccount, type UnipileAccounts } from './unipile-accounts';
import { refuse } from './unipile-errors';

const day = 86_400_000;
const longestNote = 300;
/** Requests of an account in seven days. */
const weeklyRequests = 200;
/** After a request was taken back, until the same person may be asked again. */
const restAfterWithdrawal = 21 * day;
/** InMails of an account in thirty days. */
const monthlyInMails = 50;
const begin = Date.UTC(2020, 0, 1);

interface World {
  now: () => number;
  person: (name: string) => SandboxPerson;
}

/** A member's ID is good for the account that looked it up, as LinkedIn's are. */
const memberId = (account: string, name: string) =>
  `ACoAA${Buffer.from(JSON.stringify([account, name])).toString('base64url')}`;

function readMemberId(id: string): [account: string, name: string] | null {
  try {
    return JSON.parse(Buffer.from(id.slice(5), 'base64url').toString()) as [string, string];
  } catch {
    return null;
  }
}

/** Who is meant: a name of an address, or an ID of this account's. */
function nameOf(account: UnipileAccount, identifier: string): string | null {
  if (!identifier.startsWith('ACoAA')) return identifier;
  const [of, name] = readMemberId(identifier) ?? [];
  return of === account.id && name ? name : null;
}

const acceptedAt = (world: World, account: UnipileAccount, name: string): number | null => {
  const { isKnown, acceptsAfter } = world.person(name);
  if (isKnown) return begin;
  const known = account.people[name];
  if (known?.invitedAt === null || known?.invitedAt === undefined || known.withdrawnAt !== null) return null;
  const at = acceptsAfter === null ? Infinity : known.invitedAt + acceptsAfter;
  return at <= world.now() ? at : null;
};
const isPending = (world: World, account: UnipileAccount, name: string): boolean => {
  const known = account.people[name];
  return Boolean(known?.invitedAt) && known?.withdrawnAt === null && acceptedAt(world, account, name) === null;
};

/** Adds what Unipile does with the accounts that were connected: people, requests, messages and posts. */
export function addUnipileActions(app: Hono, accounts: UnipileAccounts, world: World): void {
  /** Runs a handler for an account that is signed in. */
  const as = async (
    context: Context,
    id: string | undefined,
    work: (account: UnipileAccount) => Response | Promise<Response>,
  ): Promise<Response> => {
    if (!id) return refuse(context, 'invalid_parameters');
    const account = await accounts.find(id);
    if (!account) return refuse(context, 'account_not_found');
    if (account.status !== 'OK') return refuse(context, 'disconnected_account');
    return account.name.toLowerCase().includes('restricted') ? refuse(context, 'account_restricted') : work(account);
  };
  const asked = (context: Context, work: (account: UnipileAccount) => Response | Promise<Response>) =>
    as(context, context.req.query('account_id'), work);

  app.get('/api/v1/accounts/:id', async (context) => {
    const account = await accounts.find(context.req.param('id'));
    return account ? context.json(accountView(account)) : refuse(context, 'account_not_found');
  });
  app.delete('/api/v1/accounts/:id', async (context) => {
    if (!(await accounts.find(context.req.param('id')))) return refuse(context, 'account_not_found');
    await accounts.remove(context.req.param('id'));
    return context.json({ object: 'AccountDeleted' });
  });
  app.get('/api/v1/users/relations', (context) =>
    asked(context, (account) =>
      context.json({ object: 'UserRelationsList', items: relationsOf(world, account), cursor: null }),
    ),
  );
  addRequests(app, accounts, world, as);
  app.get('/api/v1/users/:identifier', (context) =>
    asked(context, (account) => {
      const name = nameOf(account, context.req.param('identifier'));
      return name !== null && world.person(name).exists
        ? context.json(profileView(world, account, name))
        : refuse(context, 'user_not_found');
    }),
  );
  app.get('/api/v1/users/:identifier/posts', (context) =>
    asked(context, (account) => {
      const name = nameOf(account, context.req.param('identifier'));
      if (name === null || !world.person(name).exists) return refuse(context, 'user_not_found');
      const items = world.person(name).hasPosted ? [postView(name)] : [];
      return context.json({ object: 'PostList', items, cursor: null });
    }),
  );
  app.post('/api/v1/posts/reaction', async (context) => {
    const body = await context.req.json<{ account_id?: string; post_id?: string }>().catch(() => null);
    return as(context, body?.account_id, async (account) => {
      const name = /^urn:li:activity:(.+)$/.exec(body?.post_id ?? '')?.[1];
      if (!name) return refuse(context, 'resource_not_found');
      await accounts.change(account.id, (own) => void personOf(own, name).liked.push(body?.post_id ?? ''));
      return context.json({ object: 'ReactionAdded' }, 201);
    });
  });
  addMessages(app, accounts, world, as);
}

type As = (
  context: Context,
  id: string | undefined,
  work: (account: UnipileAccount) => Response | Promise<Response>,
) => Promise<Response>;

function addRequests(app: Hono, accounts: UnipileAccounts, world: World, as: As): void {
  app.post('/api/v1/users/invite', async (context) => {
    const body = await context.req
      .json<{ account_id?: string; provider_id?: string; message?: string }>()
      .catch(() => null);
    return as(context, body?.account_id, async (account) => {
      const name = nameOf(account, body?.provider_id ?? '');
      if (!name || name === body?.provider_id) return refuse(context, 'invalid_recipient');
      if ((body?.message ?? '').length > longestNote) return refuse(context, 'too_many_characters');
      if (acceptedAt(world, account, name) !== null) return refuse(context, 'already_connected');
      const known = account.people[name];
      const isResting = (known?.withdrawnAt ?? -Infinity) + restAfterWithdrawal > world.now();
      if (isPending(world, account, name) || isResting) return refuse(context, 'already_invited_recently');
      const week = Object.values(account.people).filter((one) => (one.invitedAt ?? 0) > world.now() - 7 * day);
      if (week.length >= weeklyRequests) return refuse(context, 'limit_exceeded');
      const invitationId = String(7_000_000_000_000 + Object.keys(account.people).length);
      await accounts.change(account.id, (own) => {
        const person = personOf(own, name);
        Object.assign(person, {
          invitationId,
          invitedAt: world.now(),
          note: body?.message ?? null,
          withdrawnAt: null,
        });
      });
      return context.json({ object: 'UserInvitationSent', invitation_id: invitationId }, 201);
    });
  });
  app.get('/api/v1/users/invite/sent', (context) =>
    as(context, context.req.query('account_id'), (account) => {
      const items = Object.entries(account.people)
        .filter(([name]) => isPending(world, account, name))
        .map(([name, known]) => ({
          object: 'InvitationSent',
          id: known.invitationId,
          invited_user: name,
          invited_user_id: memberId(account.id, name),
          invited_user_public_id: name,
          invited_user_description: null,
          date: 'Sent recently',
          parsed_datetime: new Date(known.invitedAt ?? 0).toISOString(),
          invitation_text: known.note,
        }));
      return context.json({ object: 'InvitationList', items, cursor: null });
    }),
  );
  app.delete('/api/v1/users/invite/sent/:invitation', (context) =>
    as(context, context.req.query('account_id'), async (account) => {
      const invitation = context.req.param('invitation');
      const [name] = Object.entries(account.people).find(([, known]) => known.invitationId === invitation) ?? [];
      if (!name || !isPending(world, account, name)) return refuse(context, 'resource_not_found');
      await accounts.change(account.id, (own) => {
        personOf(own, name).withdrawnAt = world.now();
      });
      return context.json({ object: 'InvitationCanceled' });
    }),
  );
}

function addMessages(app: Hono, accounts: UnipileAccounts, world: World, as: As): void {
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
      const isKnown = name !== null && (account.people[name]?.messages ?? []).length > 0;
      return isKnown ? work(account, name) : refuse(context, 'attendee_not_found');
    });
  // What the person wrote, and nobody here writes back.
  app.get('/api/v1/chat_attendees/:member/messages', (context) =>
    withMember(context, () => context.json({ object: 'MessageList', items: [], cursor: null })),
  );
  app.get('/api/v1/chat_attendees/:member/chats', (context) =>
    withMember(context, (account, name) => {
      const items = [{ object: 'Chat', id: chatId(account.id, name), account_id: account.id, type: 0 }];
      return context.json({ object: 'ChatList', items, cursor: null });
    }),
  );
  app.get('/api/v1/chats/:chat/messages', async (context) => {
    const [of, name] = readMemberId(context.req.param('chat').slice(2)) ?? [];
    const account = of ? await accounts.find(of) : null;
    if (!account || !name) return refuse(context, 'resource_not_found');
    const after = Date.parse(context.req.query('after') ?? '') || -Infinity;
    const messages = (account.people[name]?.messages ?? []).filter((message) => message.at > after);
    const items = messages.toReversed().map((message) => messageView(account, name, message));
    return context.json({ object: 'MessageList', items, cursor: null });
  });
}

const chatId = (account: string, name: string) => `c-${memberId(account, name)}`;

const messageView = (account: UnipileAccount, name: string, message: KnownPerson['messages'][number]) => ({
  object: 'Message',
  id: message.id,
  account_id: account.id,
  chat_id: chatId(account.id, name),
  sender_id: account.id,
  is_sender: 1,
  text: message.text,
  subject: message.subject,
  timestamp: new Date(message.at).toISOString(),
  message_type: message.isInMail ? 'INMAIL' : 'MESSAGE',
});

const accountView = (account: UnipileAccount) => ({
  object: 'Account',
  type: 'LINKEDIN',
  id: account.id,
  name: account.name,
  created_at: new Date(account.createdAt).toISOString(),
  connection_params: { im: { id: `ACoAA${account.id}`, username: account.name } },
  groups: [],
  sources: [{ id: `${account.id}_MESSAGING`, status: account.status }],
});

function profileView(world: World, account: UnipileAccount, name: string) {
  const [first = name, ...rest] = name.split('-').filter((part) => !/^\d+$/.test(part));
  const known = account.people[name];
  return {
    object: 'UserProfile',
    provider: 'LINKEDIN',
    provider_id: memberId(account.id, name),
    public_identifier: name,
    first_name: first,
    last_name: rest.join(' '),
    headline: '',
    websites: [],
    is_relationship: acceptedAt(world, account, name) !== null,
    network_distance: acceptedAt(world, account, name) === null ? 'SECOND_DEGREE' : 'FIRST_DEGREE',
    ...(isPending(world, account, name) ? { invitation: { type: 'SENT', status: 'PENDING' } } : {}),
    ...(known?.withdrawnAt ? { invitation: { type: 'SENT', status: 'WITHDRAWN' } } : {}),
  };
}

const postView = (name: string) => ({
  provider: 'LINKEDIN',
  id: name,
  social_id: `urn:li:activity:${name}`,
  text: 'What we learned this quarter',
  is_repost: false,
  permissions: { can_react: true, can_share: true, can_post_comments: true },
  attachments: [],
});

/** Connections of the account that it asked for, the newest first. */
const relationsOf = (world: World, account: UnipileAccount) =>
  Object.keys(account.people)
    .map((name) => ({ name, at: acceptedAt(world, account, name) }))
    .filter((one): one is { name: string; at: number } => one.at !== null)
    .sort((one, other) => other.at - one.at)
    .map(({ name, at }) => ({
      object: 'UserRelation',
      first_name: name,
      last_name: '',
      headline: '',
      public_identifier: name,
      public_profile_url: `https://www.linkedin.com/in/${name}`,
      created_at: at,
      member_id: memberId(account.id, name),
      member_urn: `urn:li:member:${name}`,
      connection_urn: `urn:li:connection:${name}`,
    }));

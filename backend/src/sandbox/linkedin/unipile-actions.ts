import type { Context, Hono } from 'hono';
import { personOf, type UnipileAccount, type UnipileAccounts } from './unipile-accounts';
import { refuse } from './unipile-errors';
import { addUnipileMessages } from './unipile-messages';
import { acceptedAt, day, isPending, memberId, nameOf, type As, type World } from './unipile-world';

const longestNote = 300;
/** Requests of an account in seven days. */
const weeklyRequests = 200;
/** After a request was cancelled, until the same person may be asked again. */
const restAfterWithdrawal = 21 * day;

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
  addUnipileMessages(app, accounts, world, as);
}

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

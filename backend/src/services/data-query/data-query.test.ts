import { createClient as createLiveClient, type Client as LiveClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createOpenStreams, streamLimits, tooManyStreams } from '#platform/live/stream-limits';
import { dataQueryContract } from '@skein/contracts/data-query/data-query.contract';
import { dataOperations, type DataOperationName, type DataVariables } from '@skein/contracts/data-query/operations';
import { authContract } from '@skein/contracts/main/auth.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { silentLog } from '#platform/log/log';
import { startHttpServer, type HttpServer } from '#server/http-server';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { measure } from './graphql/known-operations';
import { parse } from 'graphql';

let services: TestServices;
let http: HttpServer;
let owner: SignedIn;
let members: SignedIn[];
const clients: LiveClient[] = [];

beforeAll(async () => {
  services = await createTestServices();
  http = await startHttpServer({ port: 0, host: '127.0.0.1', log: silentLog });
  http.mount(['/api/data-query'], services.apps['data-query'] as never);
  owner = await services.main.signIn();
  members = [];
  for (const role of ['ADMIN_ACCESS', 'FULL_MEMBER_ACCESS', 'VIEW_ONLY_ACCESS'] as const)
    members.push(await services.main.signIn({ role, workspaceId: owner.workspaceId }));
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await http.close();
  await services.close();
});

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code: string } }[];
}
const run = <N extends DataOperationName>(person: SignedIn, documentId: N, variables: DataVariables<N>) =>
  services
    .asClient(dataQueryContract, person)
    .run({ body: { documentId, variables: variables as Record<string, unknown> } }) as Promise<Answer>;
const everybody = { limit: 10, offset: 0 };

it('pages the team by offset and limit, newest first, with a condition and a count', async () => {
  const first = await run(owner, 'TeamMembers', { limit: 3, offset: 0 });
  const rows = first.data?.['team_members'] as { id: number }[];
  expect(rows.map((row) => row.id)).toEqual([members[2]?.userId, members[1]?.userId, members[0]?.userId]);
  expect(first.data?.['team_members_aggregate']).toEqual({ count: 4 });
  expect((await run(owner, 'TeamMembers', { limit: 3, offset: 3 })).data?.['team_members']).toMatchObject([
    { id: owner.userId, role: 'OWNER', status: 'active', email: owner.email },
  ]);
  const found = await run(owner, 'TeamMembers', {
    ...everybody,
    where: {
      _or: [{ role: { _in: ['VIEW_ONLY_ACCESS'] } }, { email: { _ilike: `${owner.email.slice(0, 12)}%` } }],
      _not: { status: { _eq: 'deactivated' } },
    },
  });
  expect(found.data?.['team_members_aggregate']).toEqual({ count: 2 });
  expect((await run(owner, 'TeamMemberList', everybody)).data?.['team_members']).toHaveLength(4);
  expect((await run(owner, 'TeamMember', { id: members[0]?.userId as number })).data).toMatchObject({
    team_members_by_pk: { role: 'ADMIN_ACCESS' },
  });
});

it('shows nobody of another workspace, and closes fields by role', async () => {
  const stranger = await services.main.signIn();
  expect((await run(stranger, 'TeamMembers', everybody)).data?.['team_members_aggregate']).toEqual({ count: 1 });
  expect((await run(stranger, 'TeamMember', { id: owner.userId })).data).toEqual({ team_members_by_pk: null });
  expect((await run(stranger, 'BasicUser', { id: owner.userId })).data).toEqual({ user_by_pk: null });
  const viewer = members[2] as SignedIn;
  expect((await run(viewer, 'TeamMember', { id: owner.userId })).data).toMatchObject({
    team_members_by_pk: { name: 'Test Person', email: null, last_login_at: null },
  });
  expect((await run(viewer, 'TeamMember', { id: viewer.userId })).data).toMatchObject({
    team_members_by_pk: { email: viewer.email },
  });
  expect(
    (await run(viewer, 'TeamMembers', { ...everybody, where: { email: { _ilike: 'a%' } } })).errors?.[0]?.extensions
      ?.code,
  ).toBe('FORBIDDEN');
  const client = await services.main.signIn({
    workspaceId: owner.workspaceId,
    client: { permissions: ['full_access'] },
  });
  expect((await run(client, 'TeamMembers', everybody)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
});

it('does not tell an agency whether the address of its client has an account elsewhere', async () => {
  const stranger = await services.main.signIn();
  const logins = [];
  for (const email of [stranger.email, 'free@clients.test']) {
    const { id } = await services.asClient(clientsContract, owner).createClient({ body: { name: 'Client', email } });
    const [login] = await services.main.test.query<{ id: number }>('select id from app_user where client_id = $1', [
      id,
    ]);
    const { data } = await run(owner, 'BasicUser', { id: login?.id as number });
    logins.push((data?.['user_by_pk'] as { email: unknown }).email);
  }
  expect(logins).toEqual([null, null]);
});

it('changes by id go through the same rules as the rest of the product', async () => {
  const [admin, , viewer] = members as [SignedIn, SignedIn, SignedIn];
  expect((await run(admin, 'UpdateUser', { id: admin.userId, changes: { name: 'Ada' } })).data).toMatchObject({
    update_user_by_pk: { name: 'Ada' },
  });
  expect(
    (await run(admin, 'UpdateUser', { id: owner.userId, changes: { name: 'Not me' } })).errors?.[0]?.extensions?.code,
  ).toBe('FORBIDDEN');
  expect(
    (await run(admin, 'UpdateTeamMember', { id: viewer.userId, changes: { role: 'FULL_MEMBER_ACCESS' } })).data,
  ).toMatchObject({ update_team_members_by_pk: { role: 'FULL_MEMBER_ACCESS' } });
  expect(
    (await run(admin, 'UpdateTeamMember', { id: viewer.userId, changes: { role: 'OWNER' } })).errors?.[0]?.extensions
      ?.code,
  ).toBe('VALIDATION');
  expect(
    (await run(viewer, 'UpdateTeamMember', { id: admin.userId, changes: { status: 'deactivated' } })).errors?.[0]
      ?.extensions?.code,
  ).toBe('FORBIDDEN');
  await run(admin, 'UpdateTeamMember', { id: viewer.userId, changes: { role: 'VIEW_ONLY_ACCESS' } });
});

it('shows the team a name and a designation as its person changes them', async () => {
  const ada = members[1] as SignedIn;
  await services
    .asClient(authContract, ada)
    .changePreferences({ body: { name: 'Ada Brandt', designation: 'Head of Sales' } });
  expect((await run(members[2] as SignedIn, 'TeamMember', { id: ada.userId })).data).toMatchObject({
    team_members_by_pk: { name: 'Ada Brandt', designation: 'Head of Sales' },
  });
});

it('carries out the known operations only, within depth and cost', async () => {
  const send = (body: object) => services.asClient(dataQueryContract, owner).run({ body }) as Promise<Answer>;
  expect(
    (await send({ query: dataOperations.TeamMemberList.document.replace(/ /g, '\n '), variables: everybody })).errors,
  ).toBeUndefined();
  for (const body of [
    { query: '{ __schema { types { name } } }' },
    { query: 'query TeamMemberList { team_members(limit: 1, offset: 0) { email } }' },
    { documentId: 'Everything' },
    {},
  ]) {
    expect((await send(body)).errors?.[0]).toMatchObject({
      message: 'This operation is not one of the known ones.',
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  expect(
    (await send({ documentId: 'TeamMembers', variables: { limit: 1_000, offset: 0 } })).errors?.[0]?.message,
  ).toMatch(/asks for too much/);
  expect(
    (
      await send({
        documentId: 'TeamMembers',
        variables: { limit: 'many', offset: 0, where: { constructor: { _eq: 1 } } },
      })
    ).errors?.map((error) => error.extensions?.code),
  ).toEqual(['BAD_REQUEST', 'BAD_REQUEST']);
  const deep = (depth: number): object => (depth === 0 ? { id: { _eq: 1 } } : { _not: deep(depth - 1) });
  expect(
    (await send({ documentId: 'TeamMembers', variables: { ...everybody, where: deep(8) } })).errors?.[0]?.message,
  ).toBe('The condition has too many parts.');
  expect(measure(parse('{ a { b { c { d } } e } }'))).toEqual({ depth: 4, fields: 2 });
});

function connect(person: Pick<SignedIn, 'token'>): LiveClient {
  const client = createLiveClient({
    url: `ws://127.0.0.1:${http.port}/api/data-query/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${person.token}` },
    retryAttempts: 0,
  });
  clients.push(client);
  return client;
}
const follow = (client: LiveClient) =>
  client.iterate<{ team_members: { id: number; role: string; status: string }[] }>({
    query: dataOperations.TeamMembersLive.document,
    variables: everybody,
  });

it('tells role and status as they change, and ends with the session', async () => {
  const ada = await services.main.signIn({ role: 'FULL_MEMBER_ACCESS', workspaceId: owner.workspaceId });
  const watching = follow(connect(owner));
  const of = async (iterator: typeof watching) =>
    (await iterator.next()).value?.data?.team_members.find((row: { id: number }) => row.id === ada.userId);
  expect(await of(watching)).toEqual({ id: ada.userId, role: 'FULL_MEMBER_ACCESS', status: 'active' });
  const hers = follow(connect(ada));
  await hers.next();
  const team = services.asClient(teamContract, owner);
  await team.changeMember({ params: { memberId: ada.userId }, body: { role: 'VIEW_ONLY_ACCESS' } });
  expect(await of(watching)).toEqual({ id: ada.userId, role: 'VIEW_ONLY_ACCESS', status: 'active' });
  expect(await of(hers as never)).toMatchObject({ role: 'VIEW_ONLY_ACCESS' });
  await team.changeMember({ params: { memberId: ada.userId }, body: { status: 'deactivated' } });
  expect(await of(watching)).toMatchObject({ status: 'deactivated' });
  await expect(
    (async () => {
      for (;;) {
        const { done } = await hers.next();
        if (done) throw new Error('ended');
      }
    })(),
  ).rejects.toMatchObject({ code: 4403 });
});

it('lets go of what nobody follows any more, although nothing changes', async () => {
  const client = connect(owner);
  // Keeps the connection open, on which ten may be followed at once.
  const first = follow(client);
  await first.next();
  for (let turn = 0; turn < 12; turn += 1) {
    const watching = follow(client);
    expect((await watching.next()).value?.data?.team_members.length).toBeGreaterThan(0);
    await watching.return?.();
  }
  await first.return?.();
});

it('refuses a connection without a good token, and anything that is not live', async () => {
  await expect(follow(connect({ token: 'eyJhbGciOiJub25lIn0.e30.' })).next()).rejects.toMatchObject({ code: 4403 });
  await expect(
    connect(owner).iterate({ query: dataOperations.TeamMemberList.document, variables: everybody }).next(),
  ).rejects.toMatchObject([{ message: 'Only what is live comes over the WebSocket.' }]);
  expect((await fetch(`http://127.0.0.1:${http.port}/api/data-query/graphql`)).status).toBe(400);
});

it('takes at most 30 WebSockets of one person, and strangers who say nothing take no place of people', async () => {
  const person = await services.main.signIn({ role: 'FULL_MEMBER_ACCESS', workspaceId: owner.workspaceId });
  const silent = Array.from(
    { length: 5 },
    () => new WebSocket(`ws://127.0.0.1:${http.port}/api/data-query/graphql`, 'graphql-transport-ws'),
  );
  await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  const watching = Array.from({ length: streamLimits.person }, () => follow(connect(person)));
  for (const one of watching) expect((await one.next()).done).toBeFalsy();
  await expect(follow(connect(person)).next()).rejects.toMatchObject({
    code: tooManyStreams,
    reason: expect.stringContaining('Close tabs you do not need'),
  });
  await watching[0]?.return?.();
  for (const socket of silent) socket.terminate();
});

it('has a cap for a workspace and for the process, and gives each place back once', () => {
  const streams = createOpenStreams({ person: 2, workspace: 3, process: 4, unknown: 1 });
  const leave = streams.open({ workspaceId: 1, userId: 1 });
  streams.open({ workspaceId: 1, userId: 1 });
  expect(() => streams.open({ workspaceId: 1, userId: 1 })).toThrow('You have');
  streams.open({ workspaceId: 1, userId: 2 });
  expect(() => streams.open({ workspaceId: 1, userId: 3 })).toThrow('Your workspace has');
  streams.open({ workspaceId: 2, userId: 4 });
  expect(() => streams.open({ workspaceId: 3, userId: 5 })).toThrow('on this server');
  leave();
  leave();
  streams.open({ workspaceId: 3, userId: 5 });
  expect(() => streams.open({ workspaceId: 4, userId: 6 })).toThrow('on this server');
  streams.open(null);
  expect(() => streams.open(null)).toThrow('on this server');
  expect(streams.count()).toBe(4);
});

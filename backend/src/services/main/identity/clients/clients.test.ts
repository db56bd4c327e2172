import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { v1ClientsContract } from '@skein/contracts/v1/clients.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;
const password = 'a long enough password';

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const clients = (person: SignedIn = me) => main.asClient(clientsContract, person);
/** The owner of the address opens the link that was mailed. */
const confirm = (email: string) =>
  main.test.query('update app_user set is_email_verified = true where email = $1', [email]);
const logIn = async (email: string, isConfirmed = true) => {
  if (isConfirmed) await confirm(email);
  const { token } = await main.asClient(authContract).clientLogin({ body: { email, password } });
  return { headers: { authorization: `Bearer ${token}` } };
};
const campaign = async (name: string, workspaceId = me.workspaceId) =>
  (
    await main.test.query<{ id: number }>('insert into campaign (workspace_id, name) values ($1, $2) returning id', [
      workspaceId,
      name,
    ])
  )[0]?.id as number;

it('a client logs in and sees its own campaigns only, and no hidden category', async () => {
  const [own, foreign] = [await campaign('Own'), await campaign('Someone else’s')];
  const made = await clients().createClient({
    body: {
      name: 'Bright',
      email: 'login@bright.test',
      password,
      permission: ['full_access'],
      retricted_category: [4],
      campaign_ids: [own],
    },
  });
  expect(made).toMatchObject({
    status: 'active',
    campaigns: 1,
    has_login: false,
    campaign_list: [{ id: own, name: 'Own' }],
  });
  const client = await logIn('login@bright.test');
  expect((await main.asClient(campaignsContract, client).listCampaigns({})).rows.map((row) => row.id)).toEqual([own]);
  await expect(
    main.asClient(campaignsContract, client).getCampaign({ params: { campaignId: foreign } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    (await main.asClient(categoriesContract, client).listCategories({})).categories.map((category) => category.id),
  ).not.toContain(4);
  await expect(main.asClient(clientsContract, client).listClients({})).rejects.toMatchObject({ status: 403 });
});

it('a client sees no folder and no tag of the others, and changes none that the workspace shares', async () => {
  const [own, foreign] = [await campaign('In a folder'), await campaign('In another folder')];
  const agency = {
    folders: main.asClient(foldersContract, me),
    campaigns: main.asClient(campaignsContract, me),
    categories: main.asClient(categoriesContract, me),
  };
  const [ours, theirs] = [
    await agency.folders.createFolder({ body: { name: 'Ours' } }),
    await agency.folders.createFolder({ body: { name: 'Another client' } }),
  ];
  const [tag, secret] = [
    await agency.campaigns.saveTag({ body: { name: 'Spring' } }),
    await agency.campaigns.saveTag({ body: { name: 'Pays late' } }),
  ];
  for (const [id, folder, tagId] of [
    [own, ours.id, tag.id],
    [foreign, theirs.id, secret.id],
  ] as const) {
    await agency.campaigns.moveCampaigns({ body: { campaign_ids: [id], folder_id: folder } });
    await agency.campaigns.tagCampaigns({ body: { campaign_ids: [id], add_tag_ids: [tagId], remove_tag_ids: [] } });
  }
  await clients().createClient({
    body: { name: 'Sorted', email: 'login@sorted.test', password, permission: ['full_access'], campaign_ids: [own] },
  });
  const client = await logIn('login@sorted.test');
  const [folders, campaigns, categories] = [
    main.asClient(foldersContract, client),
    main.asClient(campaignsContract, client),
    main.asClient(categoriesContract, client),
  ];
  expect((await folders.listFolders({})).folders.map((folder) => folder.name)).toEqual(['Ours']);
  expect((await campaigns.listTags({})).tags).toMatchObject([{ name: 'Spring', campaign_count: 1 }]);
  await expect(campaigns.moveCampaigns({ body: { campaign_ids: [own], folder_id: theirs.id } })).rejects.toMatchObject({
    code: 'VALIDATION',
  });
  await expect(
    campaigns.tagCampaigns({ body: { campaign_ids: [own], add_tag_ids: [secret.id], remove_tag_ids: [] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(
    main.asClient(leadListsContract, client).createLeadList({ body: { name: 'Of the client', tag_ids: [secret.id] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION', details: [expect.objectContaining({ field: 'tag_ids' })] });
  expect(
    (
      await main
        .asClient(leadListsContract, client)
        .createLeadList({ body: { name: 'Of the client', tag_ids: [tag.id] } })
    ).tags,
  ).toMatchObject([{ name: 'Spring' }]);
  await expect(
    campaigns.updateCampaign({ params: { campaignId: own }, body: { team_member_id: me.userId } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { id: categoryId } = await agency.categories.createCategory({ body: { name: 'Warm', sentiment: 'positive' } });
  for (const refused of [
    () => folders.createFolder({ body: { name: 'Mine' } }),
    () => folders.renameFolder({ params: { folderId: ours.id }, body: { name: 'Mine' } }),
    () => campaigns.saveTag({ body: { id: tag.id, name: 'Mine' } }),
    () => categories.createCategory({ body: { name: 'Mine', sentiment: 'positive' } }),
    () => categories.updateCategory({ params: { categoryId }, body: { sentiment: 'negative' } }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 403 });
});

it('what is changed acts on the session that runs', async () => {
  const { id } = await clients().createClient({
    body: { name: 'Reply only', email: 'login@reply.test', password, permission: ['full_access'] },
  });
  const client = await logIn('login@reply.test');
  const list = () => main.asClient(campaignsContract, client).listCampaigns({});
  expect((await list()).rows).toEqual([]);
  await clients().setCampaigns({ params: { clientId: id }, body: { campaign_ids: [await campaign('Given later')] } });
  expect((await list()).rows.map((row) => row.name)).toEqual(['Given later']);
  await clients().changeClient({ params: { clientId: id }, body: { permission: ['reply_master_inbox'] } });
  await expect(list()).rejects.toMatchObject({ status: 403 });
});

it('a deactivated client is out at once, by session, password and key, and comes back as it was', async () => {
  const { id } = await clients().createClient({
    body: { name: 'Gone', email: 'login@gone.test', password, permission: ['full_access'] },
  });
  const client = await logIn('login@gone.test');
  const key = await main.apiKey({ ...me, clientId: id });
  await clients().setStatus({ params: { clientId: id }, body: { status: 'deactivated' } });
  await expect(main.asClient(authContract, client).me({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(
    main.asClient(campaignsContract, { headers: { 'x-api-key': key } as never }).listCampaigns({}),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(logIn('login@gone.test')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await expect(clients().mailPasswordLink({ params: { clientId: id }, body: {} })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  await clients().setStatus({ params: { clientId: id }, body: { status: 'active' } });
  expect((await main.asClient(authContract, await logIn('login@gone.test')).me({})).user.isClient).toBe(true);
});

it('a new address ends the sessions of the old one, and taken addresses are named', async () => {
  const { id } = await clients().createClient({ body: { name: 'Moving', email: 'old@moving.test', password } });
  const client = await logIn('old@moving.test');
  await expect(clients().changeClient({ params: { clientId: id }, body: { email: me.email } })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'email' }],
  });
  await clients().changeClient({ params: { clientId: id }, body: { email: 'new@moving.test' } });
  await expect(main.asClient(authContract, client).me({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await logIn('new@moving.test');
});

it('an address with an account elsewhere is answered like any other, and its owner is told by mail', async () => {
  const stranger = await main.signIn();
  const answers = async (email: string) => {
    const made = await clients().createClient({ body: { name: 'Told nothing', email, password } });
    const status = await clients().setStatus({ params: { clientId: made.id }, body: { status: 'active' } });
    const mailed = await clients().mailPasswordLink({ params: { clientId: made.id }, body: {} });
    const moved = await clients().changeClient({
      params: { clientId: made.id },
      body: { email: `moved-${made.id}@free.test` },
    });
    const back = await clients().changeClient({ params: { clientId: made.id }, body: { email } });
    const plain = await clients().createClient({ body: { name: 'No password', email: `plain-${email}` } });
    return JSON.stringify([made, status, mailed, moved, back, plain])
      .replaceAll(email, 'X')
      .replaceAll(/"(?:id|uuid|created_at)":[^,}]+/g, '')
      .replaceAll(/moved-\d+/g, 'moved');
  };
  const free = await answers('nobody@elsewhere.test');
  await main.test.query(
    'insert into app_user (workspace_id, email, name, role, is_email_verified) values ($1, $2, $3, $4, true)',
    [stranger.workspaceId, `plain-${stranger.email}`, 'Plain', 'VIEW_ONLY_ACCESS'],
  );
  expect(await answers(stranger.email)).toBe(free);
  expect(await main.test.query('select workspace_id from app_user where email = $1', [stranger.email])).toEqual([
    { workspace_id: stranger.workspaceId },
  ]);
  expect(
    await main.test.query(
      `
        select distinct payload->>'by' as by
        from graphile_worker._private_jobs
        where payload->>'kind' = 'client-taken' and payload->>'email' = $1
      `,
      [stranger.email],
    ),
  ).toEqual([{ by: me.email }]);
  const v1 = (email: string) => main.asClient(v1ClientsContract, me).save({ body: { name: 'Wire', email, password } });
  expect((await v1((await main.signIn()).email)).ok).toBe(true);
});

it('a password that the agency set works only once the address was confirmed, so that trying it tells nothing', async () => {
  const { id } = await clients().createClient({ body: { name: 'Tried', email: 'tried@waiting.test', password } });
  await expect(logIn('tried@waiting.test', false)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  const kinds = () =>
    main.test
      .query<{ kind: string }>(
        `
          select payload->>'kind' as kind
          from graphile_worker._private_jobs
          where payload->>'email' like '%@waiting.test'
            and payload->>'kind' is not null
          order by id
        `,
      )
      .then((rows) => rows.map((row) => row.kind));
  expect(await kinds()).toEqual(['client-login']);
  await logIn('tried@waiting.test');
  expect((await clients().readClient({ params: { clientId: id } })).has_login).toBe(true);
  await clients().changeClient({ params: { clientId: id }, body: { email: 'moved@waiting.test' } });
  await expect(logIn('moved@waiting.test', false)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(await kinds()).toEqual(['client-login', 'client-login']);
  await logIn('moved@waiting.test');
});

it('refuses campaigns and categories of others, and plans without client views', async () => {
  const other = await main.signIn();
  const foreign = await campaign('Foreign', other.workspaceId);
  await expect(
    clients().createClient({ body: { name: 'A', email: 'a@a.test', campaign_ids: [foreign] } }),
  ).rejects.toMatchObject({ details: [{ field: 'campaign_ids' }] });
  await expect(
    clients().createClient({ body: { name: 'A', email: 'a@a.test', retricted_category: [987654] } }),
  ).rejects.toMatchObject({ details: [{ field: 'retricted_category' }] });
  for (const plan of ['base', 'popular'] as const)
    await expect(
      clients(await main.signIn({ plan })).createClient({ body: { name: 'A', email: 'a@a.test' } }),
    ).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
});

it('a subsequence goes with its campaign', async () => {
  const parent = await campaign('Parent');
  await main.test.query('insert into campaign (workspace_id, name, parent_campaign_id) values ($1, $2, $3)', [
    me.workspaceId,
    'Child',
    parent,
  ]);
  const { id } = await clients().createClient({
    body: { name: 'Family', email: 'family@x.test', campaign_ids: [parent] },
  });
  const owners = () =>
    main.test.query<{ client_id: number | null }>(
      'select client_id from campaign where id = $1 or parent_campaign_id = $1',
      [parent],
    );
  expect(await owners()).toEqual([{ client_id: id }, { client_id: id }]);
  await clients().setCampaigns({ params: { clientId: id }, body: { campaign_ids: [] } });
  expect(await owners()).toEqual([{ client_id: null }, { client_id: null }]);
});

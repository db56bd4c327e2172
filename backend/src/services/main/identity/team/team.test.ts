import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';

let main: MailedMain;
let owner: SignedIn;

beforeAll(async () => {
  main = await createMailedMain();
  owner = await main.signIn();
});
afterAll(() => main.close());

const team = (person: SignedIn = owner) => main.asClient(teamContract, person);
const member = (
  role: 'LIMITED_FULL_MEMBER_ACCESS' | 'ADMIN_ACCESS' | 'FULL_MEMBER_ACCESS' | 'VIEW_ONLY_ACCESS',
  workspaceId = owner.workspaceId,
) => main.signIn({ role, workspaceId });
async function mailTo(email: string) {
  await main.runJobs();
  const mail = main.mails.filter((each) => each.to.includes(email)).at(-1);
  if (!mail) throw new Error(`no email to ${email}`);
  return { ...mail, uuid: /uuid=([\w-]+)/.exec(mail.text)?.[1] ?? '' };
}
const accept = (uuid: string, name = 'Ben') =>
  main.app.request('/api/team/invitation/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uuid, name, password: 'a long enough password' }),
  });

async function mailbox(email: string, clientId: number | null = null): Promise<number> {
  const rows = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host,
          imap_port, imap_username
      )
      values ($1, $2, 'Rosa', $3, '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
      returning id
    `,
    [owner.workspaceId, clientId, email],
  );
  return rows[0]?.id as number;
}
const untracked = (mailboxId: number, key: string) =>
  main.test.query(
    `
      insert into message (
        workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, at, untracked_state
      )
      values ($1, 'in', $2, $3, $3, 'stranger@company.test', now(), 'OPEN')
    `,
    [owner.workspaceId, mailboxId, key],
  );

it('invites by mail; the link shows what it is for and works once; the member keeps the id of the invitation', async () => {
  const invited = await team().invite({ body: { email: 'ben@firm.test', role: 'FULL_MEMBER_ACCESS' } });
  expect(invited).toMatchObject({ status: 'invited', name: 'ben', role: 'FULL_MEMBER_ACCESS' });
  await expect(team().invite({ body: { email: 'ben@firm.test', role: 'VIEW_ONLY_ACCESS' } })).rejects.toMatchObject({
    details: [{ field: 'email', message: 'has been invited already' }],
  });
  const first = await mailTo('ben@firm.test');
  await expect(team().inviteAgain({ params: { memberId: invited.id }, body: {} })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  main.realClock.advance(61_000);
  await team().inviteAgain({ params: { memberId: invited.id }, body: {} });
  const mail = await mailTo('ben@firm.test');
  expect((await main.app.request(`/api/team/invitation?uuid=${first.uuid}`)).status).toBe(400);
  expect(await (await main.app.request(`/api/team/invitation?uuid=${mail.uuid}`)).json()).toMatchObject({
    data: {
      email: 'ben@firm.test',
      role: 'FULL_MEMBER_ACCESS',
      workspace: 'Test workspace',
      invited_by: 'Test Person',
    },
  });
  const session = await accept(mail.uuid);
  expect(await session.json()).toMatchObject({
    ok: true,
    data: {
      user: { id: invited.id, name: 'Ben', role: 'FULL_MEMBER_ACCESS', isTeamMember: true, is_email_verified: true },
    },
  });
  expect((await accept(mail.uuid)).status).toBe(400);
  expect((await team().listMembers({})).members[0]).toMatchObject({ id: invited.id, status: 'active', name: 'Ben' });
  await expect(team().invite({ body: { email: 'ben@firm.test', role: 'VIEW_ONLY_ACCESS' } })).rejects.toMatchObject({
    details: [{ field: 'email', message: 'is in your team already' }],
  });
});

it('an invitation ends after seven days, or when it is withdrawn', async () => {
  const own = await main.signIn();
  const late = await team(own).invite({ body: { email: 'late@firm.test', role: 'ADMIN_ACCESS' } });
  const { uuid } = await mailTo('late@firm.test');
  main.realClock.advance(7 * 86_400_000);
  expect((await accept(uuid)).status).toBe(400);
  main.realClock.advance(-7 * 86_400_000);
  await team(own).removeMember({ params: { memberId: late.id } });
  expect((await accept(uuid)).status).toBe(400);
});

it('whether an address has an account elsewhere is told to that address alone', async () => {
  const stranger = await main.signIn({ email: 'taken@elsewhere.test' });
  expect(await team().invite({ body: { email: stranger.email, role: 'VIEW_ONLY_ACCESS' } })).toMatchObject({
    status: 'invited',
  });
  const mail = await mailTo(stranger.email);
  expect([mail.uuid, /account with this address already/.test(mail.text)]).toEqual(['', true]);
});

it('a new role acts at once, in the session that is open', async () => {
  const ada = await member('FULL_MEMBER_ACCESS');
  const campaigns = main.asClient(campaignsContract, ada);
  await campaigns.createCampaign({ body: { name: 'Before' } });
  await team().changeMember({ params: { memberId: ada.userId }, body: { role: 'VIEW_ONLY_ACCESS' } });
  await expect(campaigns.createCampaign({ body: { name: 'After' } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { user } = await main.asClient(authContract, ada).me({});
  expect([user.role, user.ui_permissions.includes('campaign.write')]).toEqual(['VIEW_ONLY_ACCESS', false]);
});

it('deactivating ends every session and login; activating lets in again; removing leaves what was made', async () => {
  const ada = await member('FULL_MEMBER_ACCESS');
  const campaign = await main.asClient(campaignsContract, ada).createCampaign({ body: { name: 'Kept' } });
  const key = await main.apiKey(ada);
  await team().changeMember({ params: { memberId: ada.userId }, body: { status: 'deactivated' } });
  await expect(main.asClient(authContract, ada).me({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(main.asClient(authContract, { headers: { 'x-api-key': key } } as never).me({})).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  expect(await team().changeMember({ params: { memberId: ada.userId }, body: { status: 'active' } })).toMatchObject({
    status: 'active',
  });
  await expect(main.asClient(authContract, ada).me({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await team().removeMember({ params: { memberId: ada.userId } });
  await expect(team().readMember({ params: { memberId: ada.userId } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    (await main.asClient(campaignsContract, owner).getCampaign({ params: { campaignId: campaign.id } })).name,
  ).toBe('Kept');
});

it('nobody changes the owner or themselves, and only the owner and administrators manage', async () => {
  const admin = await member('ADMIN_ACCESS');
  await expect(
    team(admin).changeMember({ params: { memberId: owner.userId }, body: { role: 'VIEW_ONLY_ACCESS' } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(team(admin).removeMember({ params: { memberId: admin.userId } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(
    team(await member('FULL_MEMBER_ACCESS')).invite({ body: { email: 'x@firm.test', role: 'VIEW_ONLY_ACCESS' } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('who does not manage the team sees who is in it, and an address only of themselves', async () => {
  const [reader, colleague] = [await member('FULL_MEMBER_ACCESS'), await member('ADMIN_ACCESS')];
  const read = (person: SignedIn, memberId: number) => team(person).readMember({ params: { memberId } });
  expect(await read(reader, colleague.userId)).toMatchObject({
    id: colleague.userId,
    role: 'ADMIN_ACCESS',
    email: null,
    assigned: null,
    last_login_at: null,
  });
  expect(await read(reader, reader.userId)).toMatchObject({ email: reader.email });
  expect(await read(colleague, reader.userId)).toMatchObject({ email: reader.email });
  const search = colleague.email;
  const listed = async (person: SignedIn, query: object) => (await team(person).listMembers({ query })).members;
  expect((await listed(reader, { limit: 100 })).filter((each) => each.email !== null)).toMatchObject([
    { email: reader.email },
  ]);
  expect(await listed(reader, { search })).toEqual([]);
  expect(await listed(colleague, { search })).toMatchObject([{ id: colleague.userId }]);
});

it('a limited member sees only the campaigns, mailboxes and untracked replies that are assigned, and keeps nothing once it is unassigned', async () => {
  const limited = await member('LIMITED_FULL_MEMBER_ACCESS');
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  const all = main.asClient(campaignsContract, owner);
  const [named, ofClient, others] = [
    await all.createCampaign({ body: { name: 'Named' } }),
    await all.createCampaign({ body: { name: 'Of the client', client_id: client.clientId } }),
    await all.createCampaign({ body: { name: 'Others' } }),
  ];
  const [box, boxOfClient, otherBox] = [
    await mailbox('named@firm.test'),
    await mailbox('client@firm.test', client.clientId),
    await mailbox('other@firm.test'),
  ];
  await Promise.all([untracked(box, 'in-scope'), untracked(otherBox, 'out-of-scope')]);
  const campaigns = main.asClient(campaignsContract, limited);
  const mailboxes = main.asClient(mailboxesContract, limited);
  const seen = async () => ({
    campaigns: (await campaigns.listCampaigns({})).rows.map((row) => row.id).sort(),
    mailboxes: (await mailboxes.list({})).rows.map((row) => row.id).sort(),
    total: (await mailboxes.list({})).totals.all,
    untracked: (await main.asClient(inboxContract, limited).countFolders({})).folders.untracked,
  });
  expect(await seen()).toEqual({ campaigns: [], mailboxes: [], total: 0, untracked: 0 });
  await team().assign({
    params: { memberId: limited.userId },
    body: { campaign_ids: [named.id, 2_000_000_000], client_ids: [client.clientId as number], mailbox_ids: [box] },
  });
  expect(await team().readAssignments({ params: { memberId: limited.userId } })).toEqual({
    campaign_ids: [named.id],
    client_ids: [client.clientId],
    mailbox_ids: [box],
  });
  expect(await seen()).toEqual({
    campaigns: [named.id, ofClient.id].sort(),
    mailboxes: [box, boxOfClient].sort(),
    total: 2,
    untracked: 1,
  });
  await expect(
    mailboxes.update({ params: { mailboxId: otherBox }, body: { from_name: 'Mine' } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await mailboxes.suspendMany({ body: { mailbox_ids: [box, otherBox], is_suspended: true } })).toEqual({
    changed: [box],
  });
  await expect(campaigns.getCampaign({ params: { campaignId: others.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await team().assign({
    params: { memberId: limited.userId },
    body: { campaign_ids: [], client_ids: [], mailbox_ids: [] },
  });
  expect(await seen()).toEqual({ campaigns: [], mailboxes: [], total: 0, untracked: 0 });
});

it('a limited member has webhooks of their own, for what is theirs, and they stop once it is unassigned', async () => {
  const limited = await member('LIMITED_FULL_MEMBER_ACCESS');
  const webhooks = main.asClient(webhooksContract, limited);
  const hook = { name: 'Mine', webhook_url: 'http://127.0.0.1:9/hook', event_types: ['EMAIL_REPLY' as const] };
  const { id } = await main.asClient(campaignsContract, owner).createCampaign({ body: { name: 'Hooked' } });
  const theirs = await main.asClient(webhooksContract, owner).createWebhook({ body: hook });
  await expect(webhooks.createWebhook({ body: hook })).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'scope', message: expect.any(String) }],
  });
  await expect(webhooks.createWebhook({ body: { ...hook, scope: 3, campaign_id: id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await team().assign({
    params: { memberId: limited.userId },
    body: { campaign_ids: [id], client_ids: [], mailbox_ids: [] },
  });
  const mine = await webhooks.createWebhook({ body: { ...hook, scope: 3, campaign_id: id } });
  expect((await webhooks.listWebhooks({})).webhooks.map((row) => row.id)).toEqual([mine.id]);
  await expect(webhooks.deleteWebhook({ params: { webhookId: theirs.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await team().assign({
    params: { memberId: limited.userId },
    body: { campaign_ids: [], client_ids: [], mailbox_ids: [] },
  });
  expect((await webhooks.listWebhooks({})).webhooks[0]).toMatchObject({ id: mine.id, is_active: false });
});

it('what is assigned to an invitation is the member’s from the first moment', async () => {
  const { id } = await main.asClient(campaignsContract, owner).createCampaign({ body: { name: 'Waiting' } });
  const invited = await team().invite({ body: { email: 'new@firm.test', role: 'LIMITED_FULL_MEMBER_ACCESS' } });
  await team().assign({
    params: { memberId: invited.id },
    body: { campaign_ids: [id], client_ids: [], mailbox_ids: [] },
  });
  const { data } = (await (await accept((await mailTo('new@firm.test')).uuid, 'New')).json()) as {
    data: { token: string };
  };
  expect(
    (
      await main
        .asClient(campaignsContract, { headers: { authorization: `Bearer ${data.token}` } } as never)
        .listCampaigns({})
    ).rows.map((row) => row.id),
  ).toEqual([id]);
  expect(await team().listAssignable({ query: { search: 'wait' } })).toMatchObject({
    campaigns: [{ id, name: 'Waiting' }],
    clients: [],
    mailboxes: [],
  });
});

it('what the plan does not include is refused by the services too', async () => {
  const small = await main.signIn({ plan: 'base' });
  await expect(main.asClient(webhooksContract, small).listWebhooks({})).rejects.toMatchObject({
    code: 'PLAN_REQUIRED',
  });
  expect(
    (await main.asClient(webhooksContract, await main.signIn({ plan: 'popular' })).listWebhooks({})).webhooks,
  ).toEqual([]);
  expect(
    (await main.asClient(webhooksContract, await main.signIn({ plan: 'trial' })).listWebhooks({})).webhooks,
  ).toEqual([]);
});

it('nobody’s address is flooded by inviting it and taking that back again and again', async () => {
  const owner = await main.signIn();
  const team = main.asClient(teamContract, owner);
  const invite = () => team.invite({ body: { email: 'victim@flood.test', role: 'VIEW_ONLY_ACCESS' } });
  for (let turn = 0; turn < 5; turn += 1) await team.removeMember({ params: { memberId: (await invite()).id } });
  await expect(invite()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

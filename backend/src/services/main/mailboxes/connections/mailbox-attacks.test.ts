import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxClientRulesContract } from '@skein/contracts/main/mailbox-client-rules.contract';
import { mailboxImportsContract } from '@skein/contracts/main/mailbox-imports.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

/** Attacks from inside a workspace; those from another one are tried for every route (services/every-route.test.ts). */
let main: TestMain;
let me: SignedIn;
let member: SignedIn;
let client: SignedIn;
/** A mailbox that neither the member nor the client was given. */
let mailboxId: number;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  member = await main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username,
          is_smtp_success, is_imap_success, checked_at, created_by
      )
      values ($1, 'Rosa', 'rosa@agency.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u', true, true, now(), $2)
      returning id
    `,
    [me.workspaceId, me.userId],
  );
  mailboxId = row?.id as number;
});
afterAll(() => main.close());

const refused = async (attempts: readonly (() => Promise<unknown>)[], code: string) => {
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code });
};

test('a mailbox that somebody was not given can neither be read nor changed by its id', async () => {
  const params = { mailboxId };
  const of = (who: SignedIn) => main.asClient(mailboxesContract, who);
  await refused(
    [
      () => of(member).get({ params }),
      () => of(member).campaigns({ params }),
      () => of(member).update({ params, body: { from_name: 'Mallory' } }),
      () => of(member).reconnect({ params, body: { password: 'x' } }),
      () => of(member).checkDns({ params, body: {} }),
      () => of(member).suspend({ params, body: {} }),
      () => of(member).unsuspend({ params, body: {} }),
      () => main.asClient(fleetContract, member).restMailboxes({ body: { mailbox_ids: [mailboxId], days: 7 } }),
      () => of(client).get({ params }),
      () => of(client).campaigns({ params }),
    ],
    'NOT_FOUND',
  );
  await refused(
    [
      () => of(client).update({ params, body: { from_name: 'Mallory' } }),
      () => main.asClient(fleetContract, client).restMailboxes({ body: { mailbox_ids: [mailboxId], days: 7 } }),
    ],
    'FORBIDDEN',
  );
  expect(await of(me).get({ params })).toMatchObject({ from_name: 'Rosa', resting_until: null });
});

test('the fleet shows a part of the workspace its part: no need of campaigns, no log, no responses, and no rules to set', async () => {
  await main.test.query(
    `
      insert into bounce_response (
        workspace_id, scope, scope_id, label, reaction, bounce_class, reason, level, began_at, until
      )
      values ($1, 'MAILBOX', $2::text, 'rosa@agency.test', 'SLOW', 'SENDER', '4 of 40 emails', 1, $3, $4)
    `,
    [me.workspaceId, mailboxId, new Date(main.clock.now()), new Date(main.clock.now() + 86_400_000)],
  );
  const plan = (who: SignedIn) => main.asClient(fleetPlanContract, who);
  const [response] = (await plan(me).getFleetPlan({})).responses;
  const release = { params: { bounceResponseId: response?.id as number }, body: {} };
  for (const who of [member, client]) {
    expect((await main.asClient(fleetContract, who).getFleet({})).totals.mailboxes).toBe(0);
    expect(await plan(who).getFleetPlan({})).toMatchObject({ responses: [], log: [], short_campaigns: [] });
  }
  const rules = { pods: 2, send_weeks: 1, rest_from: '2026-11-23', least_sending: 0, rests_high_risk: true };
  await refused([() => plan(member).releaseBounceResponse(release)], 'NOT_FOUND');
  await refused(
    [
      () => plan(member).setFleetRules({ body: rules }),
      () => plan(client).setFleetRules({ body: rules }),
      () => plan(client).releaseBounceResponse(release),
    ],
    'FORBIDDEN',
  );
  expect((await plan(me).getFleetPlan({})).responses).toHaveLength(1);
});

test('changes, imports and rules of somebody else are out of reach by their ids', async () => {
  const changes = (who: SignedIn) => main.asClient(mailboxChangesContract, who);
  const { id: mailboxChangeId } = await changes(me).startMailboxChange({
    body: { selection: { mailbox_ids: [mailboxId] }, change: { message_per_day: 20 } },
  });
  const answer = await main.app.request('/api/mailbox-imports?file_name=boxes.csv', {
    method: 'POST',
    headers: { ...me.headers, 'content-type': 'text/csv' },
    body: 'from_email,password\nrosa@agency.test,secret',
  });
  const { data } = (await answer.json()) as { data: { id: number } };
  const imports = main.asClient(mailboxImportsContract, member);
  const params = { mailboxImportId: data.id };
  const change = { params: { mailboxChangeId } };
  await refused(
    [
      () => changes(member).getMailboxChange(change),
      () => changes(member).cancelMailboxChange({ ...change, body: {} }),
      () => changes(member).undoMailboxChange({ ...change, body: {} }),
      () => imports.getMailboxImport({ params }),
      () => imports.startMailboxImport({ params, body: { mapping: ['from_email', 'password'] } }),
      () => imports.cancelMailboxImport({ params, body: {} }),
      () => imports.retryMailboxImport({ params, body: {} }),
      () => imports.listMailboxImportRows({ params }),
    ],
    'NOT_FOUND',
  );
  const csv = `/api/mailbox-imports/${data.id}/failed.csv`;
  expect((await main.app.request(csv, { headers: member.headers })).status).toBe(404);
  expect((await main.app.request(csv, { headers: client.headers })).status).toBe(403);
  expect((await changes(member).listMailboxChanges({})).rows).toEqual([]);
  expect((await imports.listMailboxImports({})).rows).toEqual([]);
  const rules = (who: SignedIn) => main.asClient(mailboxClientRulesContract, who);
  const rule = { condition: { domain: 'agency.test' }, client_id: client.clientId as number };
  const { id: clientRuleId } = await rules(me).addClientRule({ body: rule });
  for (const who of [member, client])
    await refused(
      [
        () => rules(who).listClientRules({}),
        () => rules(who).addClientRule({ body: rule }),
        () => rules(who).previewClientRule({ body: rule }),
        () => rules(who).deleteClientRule({ params: { clientRuleId } }),
      ],
      'FORBIDDEN',
    );
});

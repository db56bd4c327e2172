import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { trackingDomainsContract } from '@skein/contracts/main/tracking-domains.contract';
import { OutwardError } from '#platform/http/ask-server';
import { zoneResolver, type Zone } from '#platform/mail/zone-resolver';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { verifyTrackingDomains } from './check-tracking-domain';

const zone: Zone & { cname: Record<string, string> } = { txt: {}, mx: {}, cname: {} };
let main: TestMain;
let me: SignedIn;
/** How the name answers: with ours, with another server's, or not at all. */
let answers: 'ours' | 'another' | 'nobody' = 'ours';
/** The name that arrives, where a proxy puts another one into Host. */
let host: string | null = null;

beforeAll(async () => {
  main = await createTestMain({
    resolver: zoneResolver(zone),
    reachDomain: async (domain, path) => {
      if (answers === 'nobody') throw new OutwardError('unreached', `${domain} could not be reached.`);
      if (answers === 'another') return { status: 200, text: '{"proof":"nothing"}', retryAfter: null };
      const answer = await main.app.request(path, { headers: { host: host ?? domain } });
      return { status: answer.status, text: await answer.text(), retryAfter: null };
    },
    config: {
      publicUrl: 'https://app.skein.io',
      trackingUrl: 'https://go.skein.io',
      isSandbox: false,
      systemMail: { from: 'Skein <no-reply@skein.io>', smtpUrl: 'smtp://127.0.0.1:1', needsTls: false },
    },
  });
  me = await main.signIn();
});
afterAll(() => main.close());

const domains = (who = me) => main.asClient(trackingDomainsContract, who);
const domain = 'go.northlight.test';

async function mailbox(email: string, who = me): Promise<number> {
  const [row] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username)
      values ($1, 'Rosa', $2, 'smtp.test', 587, $2, 'imap.test', 993, $2)
      returning id
    `,
    [who.workspaceId, email],
  );
  return row?.id as number;
}
const named = async (mailboxId: number, who = me) =>
  main.asClient(mailboxesContract, who).update({ params: { mailboxId }, body: { custom_tracking_domain: domain } });
const asked = async (name: string) => (await main.app.request(`/api/tracking-domains/ask?domain=${name}`)).status;

test('a domain is verified by its CNAME and by a request that comes back with our answer for that very name', async () => {
  await named(await mailbox('rosa@northlight.test'));
  expect((await domains().listTrackingDomains({})).rows).toMatchObject([
    { domain, target: 'go.skein.io', verified_at: null, checked_at: null, mailboxes: 1 },
  ]);
  expect(await domains().checkTrackingDomain({ body: { domain } })).toMatchObject({
    verified_at: null,
    problem: expect.stringMatching(/No CNAME/),
  });
  zone.cname[domain] = 'elsewhere.test';
  expect((await domains().checkTrackingDomain({ body: { domain } })).problem).toMatch(/leads to elsewhere\.test/);
  expect(await asked(domain)).toBe(404);

  zone.cname[domain] = 'go.skein.io.';
  answers = 'nobody';
  expect((await domains().checkTrackingDomain({ body: { domain } })).verified_at).toBeNull();
  // The CNAME leads here, so a proxy may have a certificate made for the first request.
  expect([await asked(domain), await asked('other.northlight.test')]).toEqual([200, 404]);
  answers = 'another';
  expect((await domains().checkTrackingDomain({ body: { domain } })).verified_at).toBeNull();
  answers = 'ours';
  host = 'go.skein.io';
  expect((await domains().checkTrackingDomain({ body: { domain } })).problem).toMatch(/Host header unchanged/);
  host = null;
  expect(await domains().checkTrackingDomain({ body: { domain } })).toMatchObject({
    verified_at: expect.any(String),
    problem: null,
  });
});

test('the nightly look keeps a domain through a night of trouble, and lets go of one whose record is gone', async () => {
  answers = 'nobody';
  await verifyTrackingDomains(main.deps);
  expect((await domains().listTrackingDomains({})).rows[0]).toMatchObject({
    verified_at: expect.any(String),
    problem: expect.stringMatching(/could not be opened/),
  });
  // Whoever looks after mailboxes hears of it: once, however often the same trouble is met in a day.
  await verifyTrackingDomains(main.deps);
  const notices = async () =>
    (await main.asClient(noticesContract, me).listNotices({})).rows.filter(({ kind }) => kind === 'tracking-domain');
  expect(await notices()).toMatchObject([
    { title: `${domain} has a problem`, text: expect.stringMatching(/could not be opened/) },
  ]);
  answers = 'ours';
  await verifyTrackingDomains(main.deps);
  delete zone.cname[domain];
  await verifyTrackingDomains(main.deps);
  expect((await domains().listTrackingDomains({})).rows[0]).toMatchObject({ verified_at: null, pointed_at: null });
  expect((await notices()).map(({ title }) => title)).toContain(`${domain} no longer tracks your emails`);
  expect(await asked(domain)).toBe(404);
});

test('a client and a limited member see and check the domains of their own mailboxes, not the workspace’s', async () => {
  const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const member = await main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  const id = await mailbox('scoped@northlight.test');
  await named(id);
  expect((await domains(client).listTrackingDomains({})).rows).toEqual([]);
  expect((await domains(member).listTrackingDomains({})).rows).toEqual([]);
  await expect(domains(member).checkTrackingDomain({ body: { domain } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await main.test.query('update mailbox set client_id = $2, created_by = $3 where id = $1', [
    id,
    client.clientId,
    member.userId,
  ]);
  expect((await domains(client).listTrackingDomains({})).rows).toMatchObject([{ domain, mailboxes: 1 }]);
  expect((await domains(member).checkTrackingDomain({ body: { domain } })).domain).toBe(domain);
  await main.test.query('update mailbox set deleted_at = now() where id = $1', [id]);
});

test('another workspace verifies the name for itself, and cannot check one that none of its mailboxes names', async () => {
  const other = await main.signIn();
  await expect(domains(other).checkTrackingDomain({ body: { domain } })).rejects.toThrow(/tracking domain/);
  await named(await mailbox('rosa@northlight.test', other), other);
  zone.cname[domain] = 'go.skein.io';
  expect((await domains(other).checkTrackingDomain({ body: { domain } })).verified_at).not.toBeNull();
  expect((await domains().listTrackingDomains({})).rows[0]?.verified_at).toBeNull();
  await main.test.query('update mailbox set custom_tracking_domain = null where workspace_id = $1', [
    other.workspaceId,
  ]);
  await verifyTrackingDomains(main.deps);
  expect(await main.test.query('select 1 from tracking_domain where workspace_id = $1', [other.workspaceId])).toEqual(
    [],
  );
});

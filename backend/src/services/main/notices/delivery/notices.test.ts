import { noticesContract } from '@skein/contracts/main/notices.contract';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import { createManualClock } from '#platform/testing/manual-clock';
import type { SignedIn } from '#main/testing';
import { mailNotices } from './mail-notices';
import { planCauses, watchPlans } from './watch-plans';

let main: MailedMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createMailedMain();
});
afterAll(() => main.close());
beforeEach(async () => {
  me = await main.signIn();
});

/** The look that comes some minutes after what happened. */
const minutesLater = (minutes: number) => ({
  ...main.deps,
  realClock: createManualClock(main.realClock.now() + minutes * 60_000),
});
const notices = (person: SignedIn = me) => main.asClient(noticesContract, person);
const one = async (sql: string, values: unknown[]) =>
  (await main.test.query<{ id: number }>(`${sql} RETURNING id`, values))[0]?.id as number;
const mailbox = (clientId: number | null = null) =>
  one(
    `
      insert into mailbox (
        workspace_id, client_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host,
          imap_port, imap_username
      )
      values ($1, $2, 'A', $3, 'h', 1, 'u', 'h', 1, 'u')
    `,
    [me.workspaceId, clientId, `box-${me.workspaceId}@x.test`],
  );
const fail = (id: number) =>
  main.test.query(`update mailbox set failing_since = now(), smtp_failure_error = '535 wrong password' where id = $1`, [
    id,
  ]);
const campaign = (clientId: number | null = null) =>
  one(`insert into campaign (workspace_id, client_id, name, status) values ($1, $2, 'Autumn', 'ACTIVE')`, [
    me.workspaceId,
    clientId,
  ]);

it('tells what happened, once for each cause, and who has read it', async () => {
  const heard: (string[] | undefined)[] = [];
  const end = await main.deps.live.subscribe(me.workspaceId, (event) => heard.push(event?.topics));
  const box = await mailbox();
  await fail(box);
  await fail(box);
  const colleague = await main.signIn({ workspaceId: me.workspaceId, role: 'ADMIN_ACCESS' });
  const list = await notices().listNotices({});
  expect(list).toMatchObject({
    unread: 1,
    rows: [
      {
        kind: 'mailbox-failing',
        title: `box-${me.workspaceId}@x.test cannot send`,
        text: '535 wrong password',
        href: `/app/email-account/${box}/error-state`,
        tone: 'danger',
        is_read: false,
      },
    ],
  });
  await notices().markRead({ body: { up_to: list.rows[0]?.id } });
  expect(await notices().listNotices({})).toMatchObject({ unread: 0, rows: [{ is_read: true }] });
  expect((await notices(colleague).listNotices({})).unread).toBe(1);
  expect(heard).toContainEqual(['notices']);
  await end();
});

it('tells of the bounce guard and of finished imports, not of what a person did', async () => {
  const id = await campaign();
  await main.test.query(`update campaign set status = 'PAUSED', status_reason = 'USER' where id = $1`, [id]);
  await main.test.query(`update campaign set status = 'ACTIVE' where id = $1`, [id]);
  await main.test.query(`update campaign set status = 'PAUSED', status_reason = 'BOUNCE_GUARD' where id = $1`, [id]);
  const upload = await one(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status) values ($1, 'LEAD_UPLOAD', 'RUNNING') returning id
      )
      insert into lead_upload (workspace_id, run_id, campaign_id, file_name, storage_key)
      select $1, id, $2, 'leads.csv', 'k'
      from run
    `,
    [me.workspaceId, id],
  );
  await main.test.query(
    `
      update bulk_run
      set status = 'COMPLETED', done = 5, counts = '{"IMPORTED_NEW": 3}'
      where id = (select run_id from lead_upload where id = $1)
    `,
    [upload],
  );
  expect((await notices().listNotices({})).rows.map((row) => [row.kind, row.text])).toEqual([
    ['import-finished', '3 new leads, 2 rows were left out.'],
    ['campaign-paused', expect.stringContaining('bounced')],
  ]);
});

it('pages without gaps', async () => {
  for (let index = 0; index < 5; index += 1)
    await main.test.query('select write_notice($1, null, $2, $3, $4)', [
      me.workspaceId,
      'trial-ending',
      '{"days":1}',
      `k${index}`,
    ]);
  const first = await notices().listNotices({ query: { limit: 3 } });
  const second = await notices().listNotices({ query: { limit: 3, cursor: first.next_cursor as string } });
  expect([first.rows.length, second.rows.length, second.next_cursor]).toEqual([3, 2, null]);
});

it('a client hears of its own things only, a limited member of what is assigned', async () => {
  const client = await main.signIn({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  const limited = await main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  const [own, foreign] = [await campaign(client.clientId), await campaign()];
  await main.test.query(`update campaign set status = 'COMPLETED' where id = any($1)`, [[own, foreign]]);
  await fail(await mailbox(client.clientId));
  await main.test.query('update campaign set team_member_id = $2 where id = $1', [foreign, limited.userId]);
  expect((await notices(client).listNotices({})).rows.map((row) => row.href)).toEqual([
    `/app/email-campaign/${own}/overview/analytics`,
  ]);
  expect((await notices(limited).listNotices({})).rows.map((row) => row.href)).toEqual([
    `/app/email-campaign/${foreign}/overview/analytics`,
  ]);
  expect((await notices(await main.signIn()).listNotices({})).rows).toEqual([]);
});

it('mails each notice once to those who want it, and forgets a choice that a role does not have', async () => {
  const colleague = await main.signIn({ workspaceId: me.workspaceId, role: 'VIEW_ONLY_ACCESS' });
  expect((await notices().readChoices({})).notify_on_disconnect).toBe(true);
  expect(
    await notices(colleague).saveChoices({
      body: { choices: [{ kind: 'mailbox-failing', in_app: false, by_mail: false }] },
    }),
  ).toMatchObject({ notify_on_disconnect: false });
  await fail(await mailbox());
  main.mails.length = 0;
  await mailNotices(main.deps);
  await main.runJobs();
  expect(main.mails.filter((mail) => mail.to[0] === me.email)).toEqual([]);
  await mailNotices(minutesLater(2));
  await mailNotices(minutesLater(2));
  await main.runJobs();
  expect(
    main.mails
      .filter((mail) => [me.email, colleague.email].includes(mail.to[0] as string))
      .map((mail) => [mail.to[0], mail.subject]),
  ).toEqual([[me.email, `box-${me.workspaceId}@x.test cannot send`]]);
  expect(await notices(colleague).listNotices({})).toMatchObject({ unread: 0, rows: [] });
});

it('sixty notices of one cause come as one email that names them, and the next cause as another', async () => {
  const failAll = async (count: number, reason: string) => {
    await main.test.query(
      `
        with made as (
          insert into mailbox (
            workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
          )
          select $1, 'A', format('%s-%s@x.test', $3::text, n), 'h', 1, 'u', 'h', 1, 'u'
          from generate_series(1, $2) n
          returning id
        )
        select from made
      `,
      [me.workspaceId, count, reason],
    );
    await main.test.query(
      `update mailbox set failing_since = now(), smtp_failure_error = $2 where workspace_id = $1 and failing_since is null`,
      [me.workspaceId, reason],
    );
  };
  const mails = async () => {
    main.mails.length = 0;
    await mailNotices(minutesLater(2));
    await main.runJobs();
    return main.mails.filter((mail) => mail.to[0] === me.email);
  };
  await failAll(60, 'expired');
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('60 mailboxes cannot send');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(/expired-\d+@x\.test, .* and 40 more\. expired/);
  expect((await notices().listNotices({})).unread).toBe(60);
  await failAll(1, 'moved');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['moved-1@x.test cannot send']);
});

it('two mailboxes that are read again come as one email with the totals, the longest silence and the first day', async () => {
  const recovered = (email: string, facts: object) =>
    main.test.query(`select write_notice($1, null, 'replies-recovered', $2, gen_random_uuid()::text)`, [
      me.workspaceId,
      JSON.stringify({ email, ...facts }),
    ]);
  await recovered('rosa@x.test', {
    hours: 5,
    since: '2026-03-11',
    replies: 4,
    bounces: 1,
    stopped: 4,
    unsubscribed: 1,
  });
  await recovered('dan@x.test', { hours: 31.4, since: '2026-03-10', replies: 1, untracked: 2, stopped: 0 });
  const { rows } = await notices().listNotices({});
  expect(rows).toMatchObject([
    {
      title: 'dan@x.test is read again after 31 hours',
      text: '1 reply and 2 untracked replies found.',
      href: '/app/master-inbox?from=2026-03-10',
    },
    {
      title: 'rosa@x.test is read again after 5 hours',
      text: '4 replies and 1 bounce found, sequence stopped for 4 leads, 1 lead unsubscribed.',
      href: '/app/master-inbox?from=2026-03-11',
    },
  ]);
  await notices().saveChoices({ body: { choices: [{ kind: 'replies-recovered', in_app: true, by_mail: true }] } });
  const mail = async () => {
    main.mails.length = 0;
    await mailNotices(minutesLater(2));
    await main.runJobs();
    return main.mails
      .filter(({ to }) => to[0] === me.email)
      .map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, ' ') }));
  };
  expect(await mail()).toEqual([
    {
      subject: '2 mailboxes are read again',
      text: expect.stringMatching(
        /rosa@x\.test, dan@x\.test\. 5 replies, 1 bounce and 2 untracked replies found, sequence stopped for 4 leads, 1 lead unsubscribed\. The longest outage lasted 31 hours\. .*\/app\/master-inbox\?from=2026-03-10/,
      ),
    },
  ]);
  // The same one twice is one mailbox; a notice of an earlier version has one count; nothing found is said too.
  await recovered('eva@x.test', { hours: 2, recorded: 3, untracked: 0 });
  await recovered('eva@x.test', { hours: 0.4, since: '2026-03-12', replies: 0, untracked: 0 });
  expect(await mail()).toEqual([
    {
      subject: 'eva@x.test is read again after less than an hour',
      text: expect.stringContaining('eva@x.test. 3 replies and bounces found. The longest outage lasted 2 hours.'),
    },
  ]);
  expect((await notices().listNotices({})).rows.slice(0, 2)).toMatchObject([
    { text: 'No reply was missed.' },
    { text: '3 replies and bounces found.', href: '/app/master-inbox' },
  ]);
  await recovered('ida@x.test', { hours: 1, since: '2026-03-12', untracked: 1 });
  expect((await notices().listNotices({})).rows[0]).toMatchObject({
    text: '1 untracked reply found.',
    href: '/app/master-inbox/untracked',
  });
});

it('warns of the end of a trial at three days, one day and the end, and of credits at 80 and 100 %', async () => {
  const now = main.realClock.now();
  const plan = {
    id: 1,
    plan_type: 'trial' as const,
    is_unlimited: false,
    lead_limit: null,
    email_limit: null,
    is_subscribed: false,
    payment_failed_at: null,
    renews: false,
    subscription_end_at: null,
    lead_credits_used: 0,
    email_credits_used: 0,
    email_period_start: new Date(now),
  };
  const daysLeft = (days: number) =>
    planCauses({ ...plan, trial_end_at: new Date(now + days * 86_400_000) }, now).map(
      (cause) => (cause.facts as { days: number }).days,
    );
  expect([12, 3.1, 2.9, 1.5, 0.9, -1, -8].map((days) => daysLeft(days))).toEqual([[], [], [3], [3], [1], [0], []]);
  expect(
    planCauses({ ...plan, trial_end_at: null, lead_credits_used: 1000, email_credits_used: 2500 }, now).map(
      (cause) => cause.facts,
    ),
  ).toMatchObject([
    { what: 'lead', percent: 80 },
    { what: 'email', percent: 100 },
  ]);
  const person = await main.signIn({ plan: 'trial' });
  await main.test.query('update workspace set trial_end_at = $2 where id = $1', [
    person.workspaceId,
    new Date(now + 86_400_000 / 2),
  ]);
  await watchPlans(main.deps);
  await watchPlans(main.deps);
  expect((await notices(person).listNotices({})).rows.map((row) => row.title)).toEqual(['Your trial ends in 1 day']);
});

it('tells of a failed payment on the day, after three days and on the last, and never calls a renewal an end', () => {
  const at = Date.parse('2026-11-02T09:00:00Z');
  const day = 86_400_000;
  const plan = {
    id: 1,
    plan_type: 'pro' as const,
    is_unlimited: false,
    lead_limit: null,
    email_limit: null,
    is_subscribed: true,
    payment_failed_at: new Date(at),
    renews: false,
    trial_end_at: null,
    subscription_end_at: new Date(at + 7 * day),
    lead_credits_used: 0,
    email_credits_used: 0,
    email_period_start: new Date(at),
  };
  const told = new Map<string, unknown>();
  for (let hours = 0; hours < 8 * 24; hours++)
    for (const { kind, key, facts } of planCauses(plan, at + hours * 3_600_000))
      if (!told.has(key)) told.set(key, [Math.floor(hours / 24), kind, (facts as { days: number }).days]);
  expect([...told.values()]).toEqual([
    [0, 'payment-failed', 7],
    [3, 'payment-failed', 4],
    [6, 'payment-failed', 1],
    [7, 'trial-ending', 0],
  ]);
  const running = { ...plan, payment_failed_at: null, renews: true };
  for (const days of [5, 6, 6.9, 7.5]) expect(planCauses(running, at + days * day)).toEqual([]);
  // It ended at the provider, and nobody has heard of it for more than the day of grace.
  expect(planCauses(running, at + 8.5 * day)).toMatchObject([{ kind: 'trial-ending' }]);
  expect(planCauses({ ...running, renews: false }, at + 6.5 * day)).toMatchObject([{ facts: { days: 1 } }]);
});

it('counts the emails of a plan by months that begin when the workspace did', async () => {
  const person = await main.signIn({ plan: 'pro' });
  const read = () =>
    main.test.query<{ used: number; start: Date }>(
      'select email_credits_used as used, email_period_start as start from workspace where id = $1',
      [person.workspaceId],
    );
  const month = Date.parse('2026-09-10T10:00:00Z');
  const watchAt = (time: string) => watchPlans({ ...main.deps, realClock: createManualClock(Date.parse(time)) });
  await main.test.query('update workspace set email_credits_used = 500, email_period_start = $2 where id = $1', [
    person.workspaceId,
    new Date(month),
  ]);
  await watchAt('2026-10-10T09:00:00Z');
  expect(await read()).toEqual([{ used: 500, start: new Date(month) }]);
  await watchAt('2026-12-11T09:00:00Z');
  expect(await read()).toEqual([{ used: 0, start: new Date('2026-12-10T10:00:00Z') }]);
});

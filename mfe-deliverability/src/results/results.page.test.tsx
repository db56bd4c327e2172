import { fireEvent, screen, waitFor } from '@testing-library/react';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { placementReportsContract } from '@skein/contracts/smart-delivery/placement-reports.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, mails, message, owner, planned, report, without } from '../testing';

const given = (server: FakeServer) =>
  void server
    .answer(placementContract, 'report', report)
    .answer(placementContract, 'mails', { rows: [...mails], total: 2 })
    .answer(placementContract, 'message', message)
    .answer(placementReportsContract, 'compare', {
      name: report.name,
      runs: report.history,
      by_provider: [],
      by_region: [],
      by_sender: [],
      checks: [],
      lists: [],
    });
const open = async (view: string, change: (server: FakeServer) => void = () => undefined) => {
  const server = productServer();
  given(server);
  change(server);
  const page = await renderPage(DeliverabilityArea, { server, address: `${base}/${view}`, as: owner });
  return { server, page };
};

describe('results', () => {
  testPageStates({
    page: 'mfe-deliverability/src/results/results.page.tsx',
    area: DeliverabilityArea,
    address: `${base}/9/auto/deliverability-results/providers-view`,
    as: owner,
    given,
    reads: [placementContract, 'report'],
    loading: 'Loading the test',
    data: 'Authentication fails',
    full: report.name,
    empty: {
      given: (server) => void server.answer(placementContract, 'report', planned),
      shows: 'The first run is planned',
    },
    noAccess: { as: without, shows: /SmartDelivery/ },
  });
});

describe('one email', () => {
  testPageStates({
    page: 'mfe-deliverability/src/results/message.page.tsx',
    area: DeliverabilityArea,
    address: `${base}/9/test/Gmail%20stand-in/provider/11/11/headers`,
    as: owner,
    given,
    reads: [placementContract, 'message'],
    loading: 'Loading the email',
    data: 'SPF: Fail',
    full: message.seed,
    empty: {
      given: (server) =>
        void server.answer(placementContract, 'message', {
          ...message,
          landed: null,
          headers: null,
          body: null,
          authentication: null,
          hops: [],
        }),
      shows: 'Not found yet',
    },
    noAccess: { as: without, shows: /SmartDelivery/ },
  });
});

it.each([
  ['9/auto/deliverability-results', 'Placement by provider'],
  ['9/auto/deliverability-results/providers-view', 'What to do'],
  ['9/auto/deliverability-results/geo-view', 'Placement by region'],
  ['9/auto/list', 'seed11@seeds.test'],
  ['9/test/content-analysis', /These words are common in spam/],
  ['9/test/action-steps', /^1\. Add 203\.0\.113\.24/],
  ['9/test/deliverability-results/spf', 'does not designate 203.0.113.24'],
  ['9/test/deliverability-results/dkim', /^s1 at northlight-team\.test: pass, aligned with From/],
  ['9/test/deliverability-results/dmarc', 'Policy none.'],
  ['9/test/deliverability-results/rdns', 'out-24.sending.test leads back'],
  ['9/test/deliverability-results/domainblocklist', 'Spamhaus DBL'],
  ['9/test/deliverability-results/ipblocklist', 'UCEPROTECT level 2'],
  ['9/test/deliverability-results/IpReputation', 'Hostline, AS64500, ZZ'],
  ['9/test/deliverability-results/ip-analytics', /^Listed on 1 of 1/],
  ['9/test/deliverability-results/spam-assassin', /SpamAssassin is not set up/],
  ['9/test/Gmail%20stand-in/provider', 'seed11@seeds.test'],
  ['9/test/Europe/geo-provider', 'seed12@seeds.test'],
  ['9/test/Europe/geo-provider/11/11/ipDetails', 'out-24.sending.test to mx.gmail.test'],
])('shows what it should at %s', async (view, text) => {
  await open(view);
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});

it.each(['spf', 'rdns', 'domainblocklist', 'IpReputation'])(
  'says that %s is checked later before the first run',
  async (view) => {
    await open(
      `9/test/deliverability-results/${view}`,
      (server) => void server.answer(placementContract, 'report', planned),
    );
    await screen.findByRole('heading', { name: 'No run yet' });
  },
);

it('says that there is nothing at the address of a test, provider or email that does not exist', async () => {
  const gone = { code: 'NOT_FOUND', message: 'This test does not exist, or it is not yours.' } as const;
  for (const view of [
    '9/auto/deliverability-results',
    '9/test/X/provider/11/11/headers',
    '9/test/Nobody/provider',
    'x/auto/list',
  ]) {
    const { page } = await open(view, (server) => {
      if (view.includes('Nobody')) return;
      server.fail(placementContract, 'report', gone);
      server.fail(placementContract, 'message', gone);
    });
    await screen.findByText('This page does not exist');
    page.unmount();
  }
});

it('counts what is placed until the run ends, and judges it in percent after that', async () => {
  const running = { ...report.latest, waiting: 38, mails: 40 };
  const { page } = await open(
    '9/auto/deliverability-results/providers-view',
    (answers) =>
      void answers.answer(placementContract, 'report', {
        ...report,
        status: 'RUNNING',
        latest: running,
        history: [report.history[0], { ...report.history[1], ...running }],
      } as never),
  );
  const matrix = async () => screen.findByRole('region', { name: 'Placement by provider and region' });
  const strip = () => screen.getByRole('region', { name: 'Provider' });
  expect((await matrix()).textContent).toContain('0 of 1');
  expect((await matrix()).textContent).not.toContain('%');
  expect((await matrix()).querySelector('[data-low]')).toBeNull();
  expect(strip().textContent).toContain('0 of 1');
  expect(strip().textContent).not.toContain('%');
  page.unmount();

  await open('9/auto/deliverability-results/providers-view');
  expect((await matrix()).querySelector('[data-low]')?.textContent).toBe('0% 0/1');
  expect((await matrix()).querySelector('[data-low] [role=img]')?.getAttribute('aria-label')).toBe('Below 60%');
  expect(strip().textContent).toContain('0%');
});

it('keeps the chosen run in the address, over its tabs', async () => {
  const { server } = await open(
    '9/auto/deliverability-results/providers-view?run=1',
    (answers) => void answers.answer(placementContract, 'report', { ...report, run: 1 }),
  );
  await screen.findByText('Q4 logistics');
  expect(server.calls(placementContract, 'report')[0]?.query).toEqual({ run: 1, mails: 'none' });
  expect(screen.getByRole('link', { name: 'Action steps' }).getAttribute('href')).toBe(
    `${base}/9/test/action-steps?run=1`,
  );
});

it('names the variant whose copy is the cause', async () => {
  const diagnosis = { cause: 'COPY', subject: 'B', confidence: 0.97, affected: 0.125, others: 0.94 } as const;
  await open(
    '9/auto/deliverability-results/providers-view',
    (answers) => void answers.answer(placementContract, 'report', { ...report, diagnosis }),
  );
  await screen.findByText('Variant B is the cause');
  screen.getByText('Of this variant’s emails, 13% are placed, 94% of all others.');
  screen.getByText('97% confident');
});

it('says of a run that passes what passed, not that a cause is missing', async () => {
  const history = report.history.map((run) => ({ ...run, inbox: 2, spam: 0, score: 100 }));
  await open(
    '9/auto/deliverability-results/providers-view',
    (answers) => void answers.answer(placementContract, 'report', { ...report, status: 'PASS', history }),
  );
  await screen.findByText('Enough emails are placed');
  screen.getByText(/Recipients can unsubscribe/);
  expect(screen.queryByText('No single cause found')).toBeNull();
});

it('publishes the record of a step and checks again', async () => {
  const { server } = await open(
    '9/test/action-steps',
    (answers) =>
      void answers
        .answer(placementContract, 'publishRecord', { done: true })
        .answer(placementContract, 'checkAgain', { done: true }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /Publish in the sandbox/ }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'publishRecord')[0]?.body).toEqual({ step: 'spf:northlight-team.test' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(server.calls(placementContract, 'checkAgain')).toHaveLength(1));
});

it('shows hostile headers and bodies as text', async () => {
  const { page } = await open('9/test/Gmail%20stand-in/provider/11/11/headers');
  await screen.findByText(/<script>alert\(1\)<\/script>/);
  expect(page.container.querySelector('script, img')).toBeNull();
});

it('filters the emails of a run, and turns their pages', async () => {
  const [first, second] = mails;
  const { server } = await open('9/auto/list', (answers) => {
    answers.answer(placementContract, 'mails', { rows: [first], total: 26 });
  });
  await screen.findByText('seed11@seeds.test');
  const asked = () => server.calls(placementContract, 'mails').at(-1)?.query;
  expect(asked()).toMatchObject({ run: 2, offset: 0, limit: 25 });
  server.answer(placementContract, 'mails', { rows: [second], total: 26 });
  fireEvent.click(screen.getByRole('button', { name: /Next/ }));
  await waitFor(() => expect(asked()).toMatchObject({ offset: 25 }));
  fireEvent.change(screen.getByLabelText('Search emails'), { target: { value: 'zoho' } });
  await waitFor(() => expect(asked()).toMatchObject({ search: 'zoho', offset: 0 }));
  await screen.findByText('seed12@seeds.test');
});

it('shows the emails of one provider', async () => {
  const { server } = await open('9/test/Gmail%20stand-in/provider');
  await screen.findByText('seed11@seeds.test');
  expect(server.calls(placementContract, 'mails').at(-1)?.query).toMatchObject({ provider: 'Gmail stand-in' });
});

describe('while a run goes on', () => {
  const [first, second] = mails;
  const tally = { mails: 40, inbox: 1, tab: 0, spam: 0, missing: 0, failed: 0, waiting: 39, score: 100 };
  const running = {
    ...report,
    status: 'RUNNING' as const,
    latest: tally,
    history: [{ ...report.history[0], number: 2, ...tally } as (typeof report.history)[number]],
  };
  const rows = [
    first,
    { ...second, id: 13, landed: null, state: 'PLANNED' as const },
    { ...second, id: 14, kind: 'CONTROL' as const },
  ];
  const change = (server: FakeServer) =>
    void server.answer(placementContract, 'report', running).answer(placementContract, 'mails', { rows, total: 3 });

  it('says how far it is, and no share of what is known so far', async () => {
    await open('9/auto/deliverability-results/providers-view', change);
    expect(await screen.findByText('So far, 1 of 40 found; 85% placed needed')).toBeDefined();
    expect(screen.queryByText('100% placed, 85% needed')).toBeNull();
    expect(screen.getAllByText('so far, 1 of 40')).toHaveLength(4);
  });

  it('tells control emails from real ones, and does not call a plan a placement', async () => {
    await open('9/auto/list', change);
    expect(await screen.findByText('Control')).toBeDefined();
    expect(screen.getAllByText('Real')).toHaveLength(2);
    expect(screen.getByText('Not sent yet')).toBeDefined();
    expect(screen.queryByText('Planned')).toBeNull();
  });
});

it('says since when the emails of an old run are gone, on every view, and nothing of it while they are kept', async () => {
  const gone = 'The emails of this run were deleted on';
  for (const view of ['9/auto/deliverability-results/providers-view', '9/test/deliverability-results/spf']) {
    const { page } = await open(
      view,
      (answers) =>
        void answers.answer(placementContract, 'report', { ...report, emails_deleted_at: '2026-03-14T09:30:00.000Z' }),
    );
    const note = await screen.findByText(new RegExp(`^${gone} `));
    expect(note.textContent).toMatch(/14.*2026.*with their headers and checks\. Placement and results stay\.$/);
    page.unmount();
  }
  await open('9/auto/deliverability-results/providers-view');
  await screen.findByText('Q4 logistics');
  expect(screen.queryByText(new RegExp(gone))).toBeNull();
});

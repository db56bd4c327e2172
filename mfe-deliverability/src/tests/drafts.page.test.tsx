import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { draftedTest } from '@skein/contracts/smart-delivery/placement-new-test';
import type { FakeServer } from '@skein/testing/fake-server';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, owner, testRow } from '../testing';

const seeds = [
  { provider: 'Gmail', region: 'Asia', count: 2, own: 0, is_sandbox: true },
  { provider: 'Gmail', region: 'Europe', count: 5, own: 0, is_sandbox: true },
];
const given = (server: FakeServer) =>
  void server
    .answer(placementContract, 'choices', {
      seeds,
      senders: [
        { id: 3, email: 'rosa@northlight.test' },
        { id: 4, email: 'jon@northlight.test' },
      ],
      monitors: { used: 8, limit: 20 },
    })
    .answer(campaignsContract, 'listCampaigns', { rows: [{ id: 7, name: 'Port agents' }] })
    .answer(sequencesContract, 'getSequence', {
      steps: [
        {
          id: 70,
          seq_number: 1,
          seq_type: 'EMAIL',
          variants: [
            { id: 71, variant_label: 'A', subject: 'Docks' },
            { id: 72, variant_label: 'B', subject: 'Two lines' },
          ],
        },
      ],
    })
    .answer(sequencesContract, 'previewStep', ({ body }) => ({
      lead: { email: 'ada@prospects.test' },
      subject: `Subject ${body.variant_label}`,
      text: `Hi Ada, ${body.variant_label}`,
      html: `<p>Hi Ada, ${body.variant_label}</p>`,
      missing: [],
    }));

const draft = {
  campaign: 'Port agents',
  test: draftedTest.parse({
    name: 'Before launch',
    type: 'auto',
    folder_id: 4,
    campaign_id: 7,
    variant_id: 72,
    variants: [{ variant_id: 72 }],
    sender_ids: [4],
    seed_groups: [{ provider: 'Gmail', region: 'Europe' }],
    cron: '30 7 * * 1,5',
    time_zone: 'Etc/GMT',
    starts_at: '2026-12-01T09:00:00.000Z',
    rest_below: 60,
    below_runs: 3,
    cap_to: 15,
    pass_percent: 70,
    has_control: true,
    notifies: true,
  }),
};

it('keeps a new test as a draft, again under the same address, and starts it from there', async () => {
  const server = productServer();
  given(server);
  server
    .answer(placementDraftsContract, 'addDraft', { id: 12 })
    .answer(placementDraftsContract, 'saveDraft', { done: true })
    .answer(placementContract, 'addTest', { id: 9 })
    .fail(placementContract, 'report', { code: 'UNAVAILABLE' });
  const address = `${base}/new-manual-test`;
  const page = await renderPage(DeliverabilityArea, { server, address, as: owner });
  fireEvent.change(await screen.findByLabelText('Subject'), { target: { value: 'Docks' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save as draft' }));
  await waitFor(() => expect(page.address()).toBe(`${address}?draft=12`));
  expect(server.calls(placementDraftsContract, 'addDraft')[0]?.body).toMatchObject({
    name: '',
    type: 'manual',
    subject: 'Docks',
    sender_ids: [],
  });
  fireEvent.change(screen.getByLabelText('Test name'), { target: { value: 'Before launch' } });
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello Sam' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'rosa@northlight.test' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(server.calls(placementDraftsContract, 'saveDraft')[0]).toMatchObject({
      params: { placementDraftId: 12 },
      body: { name: 'Before launch', body_text: 'Hello Sam', sender_ids: [3] },
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'addTest')[0]?.body).toMatchObject({ name: 'Before launch', draft_id: 12 }),
  );
});

it('opens a draft with all it held', async () => {
  const server = productServer();
  given(server);
  server.answer(placementDraftsContract, 'draft', draft).answer(placementDraftsContract, 'saveDraft', { done: true });
  const address = `${base}/new-automatic-test?draft=12`;
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  expect(await screen.findByLabelText('Test name')).toHaveProperty('value', 'Before launch');
  screen.getByText('Draft');
  await screen.findByText('Subject B');
  expect(screen.getByLabelText('At')).toHaveProperty('value', '07:30');
  expect(screen.getByLabelText('First run')).toHaveProperty('value', 'Dec 1, 2026, 09:00');
  expect(screen.getByRole('checkbox', { name: 'Mon' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'Tue' })).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: 'jon@northlight.test' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'Gmail, Asia' })).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: 'Gmail, Europe' })).toHaveProperty('checked', true);
  expect(screen.getByLabelText('Passes at')).toHaveProperty('value', '70');
  expect(screen.getByLabelText('Below')).toHaveProperty('value', '60');
  expect(screen.getByLabelText('Lower the daily limit to')).toHaveProperty('value', '15');
  const { seed_groups, sender_ids, cron, variants, starts_at, rest_below, below_runs, cap_to, folder_id } = draft.test;
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(server.calls(placementDraftsContract, 'saveDraft')[0]?.body).toMatchObject({
      ...{ seed_groups, sender_ids, cron, starts_at, rest_below, below_runs, cap_to, folder_id },
      variants: variants.map(({ variant_id }) => ({ variant_id })),
      campaign_id: 7,
    }),
  );
});

it('says that a draft is gone, and asks again for one that did not arrive', async () => {
  const server = productServer();
  given(server);
  server.fail(placementDraftsContract, 'draft', { code: 'NOT_FOUND' });
  const address = `${base}/new-manual-test?draft=12`;
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText(/The draft was deleted or started/);
});

it('asks again for a draft that did not arrive', async () => {
  const server = productServer();
  given(server);
  server.fail(placementDraftsContract, 'draft', { code: 'UNAVAILABLE' });
  await renderPage(DeliverabilityArea, { server, address: `${base}/new-manual-test?draft=12`, as: owner });
  await screen.findByText('Could not load the draft');
  server.answer(placementDraftsContract, 'draft', { ...draft, test: { ...draft.test, type: 'manual' } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Test name')).toHaveProperty('value', 'Before launch');
});

it('shows readers neither a draft nor a form that they cannot save', async () => {
  const server = productServer();
  given(server);
  server.answer(placementDraftsContract, 'draft', draft);
  const reader = person({ role: 'VIEW_ONLY_ACCESS', features: { smart_delivery: true } });
  const address = `${base}/new-automatic-test?draft=12`;
  const page = await renderPage(DeliverabilityArea, { server, address, as: reader });
  await waitFor(() => expect(page.container.textContent).toMatch(/SmartDelivery/));
  expect(screen.queryByRole('button', { name: /draft|Start test/ })).toBeNull();
  expect(server.calls(placementDraftsContract, 'draft')).toHaveLength(0);
});

it('lists a draft, opens it in the form and deletes it', async () => {
  const server = productServer();
  given(server);
  const row = { ...testRow, id: 12, name: 'Before launch', status: 'DRAFT', runs: 0, next_run_at: null } as const;
  server
    .answer(placementContract, 'tests', { rows: [{ ...row, trend: [] }], total: 1 })
    .answer(placementContract, 'deleteTest', { done: true })
    .answer(placementDraftsContract, 'draft', draft);
  const page = await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: owner });
  const line = (await screen.findByText('Before launch')).closest('[role=row], tr') as HTMLElement;
  within(line).getByText('Draft');
  within(line).getByText('Not started');
  screen.getByRole('button', { name: 'Actions for Before launch' }).focus();
  await userEvent.keyboard('{Enter}');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Open',
    'Delete draft',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete draft' }));
  await screen.findByText('It was never started.');
  fireEvent.click(screen.getByRole('button', { name: 'Delete draft' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'deleteTest')[0]?.params).toEqual({ placementTestId: 12 }),
  );
  fireEvent.click(screen.getByText('Before launch'));
  await waitFor(() => expect(page.address()).toBe(`${base}/new-automatic-test?draft=12`));
});

it('tests several variants of a step, of which each is rendered', async () => {
  const server = productServer();
  given(server);
  server.answer(placementContract, 'addTest', { id: 9 }).fail(placementContract, 'report', { code: 'UNAVAILABLE' });
  await renderPage(DeliverabilityArea, { server, address: `${base}/new-manual-test`, as: owner });
  fireEvent.change(await screen.findByLabelText('Test name'), { target: { value: 'Before launch' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'rosa@northlight.test' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Use a campaign step' }));
  fireEvent.click(screen.getByRole('combobox', { name: /Campaign/ }));
  fireEvent.click(await screen.findByRole('option', { name: /Port agents/ }));
  await screen.findByText('Subject A');
  expect(screen.getByRole('checkbox', { name: 'A: Docks' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'B: Two lines' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'addTest')[0]?.body).toMatchObject({
      campaign_id: 7,
      variant_id: 71,
      subject: 'Subject A',
      variants: [
        { variant_id: 71, subject: 'Subject A', body_text: 'Hi Ada, A', body_html: '<p>Hi Ada, A</p>' },
        { variant_id: 72, subject: 'Subject B', body_text: 'Hi Ada, B', body_html: '<p>Hi Ada, B</p>' },
      ],
    }),
  );
});

it('chooses seeds as the leads of the campaign are spread, or all leads', async () => {
  const server = productServer();
  given(server);
  server
    .answer(placementContract, 'leadShares', {
      leads: 4,
      rows: [
        { provider: 'GMAIL', leads: 3, seeds: 10, chosen: 10 },
        { provider: 'OUTLOOK', leads: 1, seeds: 0, chosen: 0 },
        { provider: 'OTHER', leads: 0, seeds: 20, chosen: 0 },
      ],
    })
    .answer(placementContract, 'addTest', { id: 9 })
    .fail(placementContract, 'report', { code: 'UNAVAILABLE' });
  await renderPage(DeliverabilityArea, { server, address: `${base}/new-manual-test`, as: owner });
  fireEvent.change(await screen.findByLabelText('Test name'), { target: { value: 'Before launch' } });
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Docks' } });
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello Sam' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'rosa@northlight.test' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Like my leads' }));
  const table = await screen.findByRole('region', { name: 'Seeds like your leads' });
  within(table).getByText('75%');
  within(table).getByText('10 of 10');
  screen.getByText(/There is no seed for Microsoft/);
  expect(server.calls(placementContract, 'leadShares').at(-1)?.query).toEqual({});
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'addTest')[0]?.body).toMatchObject({ like_leads: true, seed_groups: [] }),
  );
});

it('pauses an automatic test and resumes it, from the list and from its result', async () => {
  const server = productServer();
  given(server);
  server
    .answer(placementContract, 'tests', { rows: [testRow], total: 1 })
    .answer(placementContract, 'pause', { done: true })
    .answer(placementContract, 'resume', { done: true });
  await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: owner });
  const choose = async (name: string) => {
    (await screen.findByRole('button', { name: 'Actions for Q4 logistics' })).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  server.answer(placementContract, 'tests', { rows: [{ ...testRow, is_paused: true, next_run_at: null }], total: 1 });
  await choose('Pause');
  await screen.findByText('Paused');
  await choose('Resume');
  expect(server.calls(placementContract, 'pause')[0]?.params).toEqual({ placementTestId: testRow.id });
  expect(server.calls(placementContract, 'resume')[0]?.params).toEqual({ placementTestId: testRow.id });
});

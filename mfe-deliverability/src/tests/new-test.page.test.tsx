import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';

const address = '/app/email-deliverability/smart-inbox/new-manual-test';
const owner = person({ features: { smart_delivery: true } });
const seeds = [{ provider: 'Gmail', region: 'Europe', count: 5, own: 0, is_sandbox: true }];
const given = (server: FakeServer) =>
  void server.answer(placementContract, 'choices', {
    seeds,
    senders: [{ id: 3, email: 'rosa@northlight.test' }],
    monitors: { used: 8, limit: 20 },
  });

testPageStates({
  page: 'mfe-deliverability/src/tests/new-test.page.tsx',
  area: DeliverabilityArea,
  address,
  as: owner,
  given,
  reads: [placementContract, 'choices'],
  loading: 'Loading mailboxes and seeds',
  data: 'rosa@northlight.test',
  empty: {
    given: (server) =>
      void server.answer(placementContract, 'choices', { seeds, senders: [], monitors: { used: 0, limit: null } }),
    shows: /Connect one under Email accounts/,
  },
  error: { retry: 'Try again' },
  noAccess: { as: person({ role: 'OWNER', features: { smart_delivery: false } }), shows: /SmartDelivery/ },
});

it('says what is missing at the button that starts the test, and fills an example in', async () => {
  const server = productServer();
  given(server);
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText('rosa@northlight.test');
  const start = screen.getByRole('button', { name: 'Start test' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  act(() => start.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'Still needed: a name, a subject and a message, a mailbox',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Use an example' }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Subject/));
  expect((screen.getByLabelText(/^Subject/) as HTMLInputElement).value).toBe('Onboarding new support engineers');
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toMatch(/^Hi Sam,/);
  expect(screen.queryByRole('button', { name: 'Use an example' })).toBeNull();
  fireEvent.change(screen.getByLabelText(/^Test name/), { target: { value: 'Before launch' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'rosa@northlight.test' }));
  expect(screen.getByRole('button', { name: 'Start test' }).getAttribute('aria-disabled')).toBeNull();
});

it('says who connects seeds where there are none', async () => {
  const server = productServer();
  given(server);
  server.answer(placementContract, 'choices', { seeds: [], senders: [], monitors: { used: 0, limit: null } });
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText(/ask the operator of this installation/);
  expect(screen.getByRole('link', { name: 'Connect your own' }).getAttribute('href')).toBe(
    '/app/email-deliverability/smart-inbox/seeds',
  );
});

it('chooses the workspace’s own seeds by provider and region, and says how many there are', async () => {
  const server = productServer();
  given(server);
  server
    .answer(placementContract, 'choices', {
      seeds: [...seeds, { provider: 'Our Fastmail', region: 'Asia', count: 2, own: 2, is_sandbox: false }],
      senders: [{ id: 3, email: 'rosa@northlight.test' }],
      monitors: { used: 8, limit: 20 },
    })
    .answer(placementContract, 'addTest', { id: 10 })
    .fail(placementContract, 'report', { code: 'UNAVAILABLE' });
  await renderPage(DeliverabilityArea, { server, address, as: owner });
  await screen.findByText('7 of 7 chosen, 2 are yours');
  expect(screen.getByRole('link', { name: 'Your seeds' }).getAttribute('href')).toBe(
    '/app/email-deliverability/smart-inbox/seeds',
  );
  fireEvent.click(screen.getByRole('checkbox', { name: 'Gmail' }));
  screen.getByText('2 of 7 chosen, 2 are yours');
  const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
  type('Test name', 'Our own');
  type('Subject', 'Docks');
  type('Message', 'Hi Ada');
  fireEvent.click(screen.getByRole('checkbox', { name: /rosa@northlight/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }));
  await waitFor(() => expect(server.calls(placementContract, 'addTest')).toHaveLength(1));
  expect(server.calls(placementContract, 'addTest')[0]?.body).toMatchObject({
    seed_groups: [{ provider: 'Our Fastmail', region: 'Asia' }],
  });
});

it('sends the email of a campaign’s step as its first lead gets it, by the chosen mailbox', async () => {
  const server = productServer();
  given(server);
  server
    .answer(campaignsContract, 'listCampaigns', { rows: [{ id: 7, name: 'Port agents' }] })
    .answer(sequencesContract, 'getSequence', {
      steps: [
        {
          id: 70,
          seq_number: 1,
          seq_type: 'EMAIL',
          variants: [{ id: 71, variant_label: 'A', subject: 'Docks for {{company_name}}' }],
        },
      ],
    })
    .answer(sequencesContract, 'previewStep', {
      lead: { email: 'ada@prospects.test' },
      subject: 'Docks for Harbour Ltd',
      text: 'Hi Ada',
      html: '<p>Hi Ada</p>',
      missing: [],
    })
    .answer(placementContract, 'addTest', { id: 9 })
    .fail(placementContract, 'report', { code: 'UNAVAILABLE' });
  const page = await renderPage(DeliverabilityArea, { server, address, as: owner });
  fireEvent.change(await screen.findByLabelText('Test name'), { target: { value: 'Before launch' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'rosa@northlight.test' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Use a campaign step' }));
  fireEvent.click(screen.getByRole('combobox', { name: /Campaign/ }));
  fireEvent.click(await screen.findByRole('option', { name: /Port agents/ }));
  await screen.findByText('Docks for Harbour Ltd');
  screen.getByText('Shown as sent to ada@prospects.test');
  expect(server.calls(sequencesContract, 'previewStep').at(-1)?.body).toMatchObject({ seq_number: 1, mailbox_id: 3 });
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }));
  await waitFor(() =>
    expect(server.calls(placementContract, 'addTest')[0]?.body).toMatchObject({
      subject: 'Docks for Harbour Ltd',
      body_text: 'Hi Ada',
      body_html: '<p>Hi Ada</p>',
      campaign_id: 7,
      variant_id: 71,
    }),
  );
  await waitFor(() =>
    expect(page.address()).toBe('/app/email-deliverability/smart-inbox/9/manual/deliverability-results/providers-view'),
  );
});

import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { integrationsContract, type IntegrationView } from '@skein/contracts/main/integrations.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/integrations/native-integrations';
const owner = person({ features: { linkedinAccessAllowed: true } });
const noFigures = { received_today: 0, sent_today: 0, rejected_today: 0, waiting: 0, hours: [] };
const hubSpot: IntegrationView = {
  id: 7,
  kind: 'HUBSPOT',
  method: 'OAUTH',
  account: 'Northlight CRM',
  hint: null,
  is_sandbox: true,
  state: 'CONNECTED',
  error: null,
  last_sync_at: '2026-11-20T09:30:00.000Z',
  connected_by_name: 'Maya',
  created_at: '2026-11-01T08:00:00.000Z',
  figures: { received_today: 42, sent_today: 1_310, rejected_today: 0, waiting: 0, hours: [{ done: 9, failed: 1 }] },
  stops: ['Activities are no longer written to 1,310 linked contacts.', '4 queued items won’t be delivered.'],
};
const slack: IntegrationView = { ...hubSpot, id: 8, kind: 'SLACK', account: 'Northlight HQ', stops: [] };
const linked = (total = 0, failing = 0, at: string | null = null) => ({
  total,
  failing,
  last_sync_at: at,
  figures: noFigures,
});
const given = (server: FakeServer, integrations: IntegrationView[] = [hubSpot], more: object = {}) =>
  void server.answer(integrationsContract, 'listIntegrations', {
    integrations,
    linkedin: linked(),
    webhooks: linked(),
    oauth: { SLACK: true, HUBSPOT: true },
    sandbox_keys: null,
    ...more,
  });
const open = async (integrations: IntegrationView[], more: object = {}) => {
  const server = productServer();
  given(server, integrations, more);
  const page = await renderPage(SettingsArea, { address, server, as: owner });
  await screen.findByText('Not connected');
  return { server, page };
};
const menu = async (name: string, item: string) => {
  const user = userEvent.setup();
  screen.getByRole('button', { name: `More for ${name}` }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('shows a product by its own mark, and by an icon where there is none to show', async () => {
  await open([hubSpot]);
  const marks = [...document.querySelectorAll('[data-mark]')];
  expect(marks.map((mark) => mark.getAttribute('data-mark'))).toEqual(
    expect.arrayContaining(['HUBSPOT', 'SLACK', 'LINKEDIN', 'columns', 'search', 'braces', 'list']),
  );
  expect(marks.every((mark) => mark.querySelector('svg path') !== null && mark.textContent === '')).toBe(true);
});

testPageStates({
  page: 'mfe-settings/src/integrations/native.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [integrationsContract, 'listIntegrations'],
  loading: 'Loading integrations',
  data: 'Northlight CRM',
  empty: { given: (server) => given(server, []), shows: 'Not connected' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: 'You don’t have access to Integrations' },
});

it('says when a product exchanged something last, what went through today, and that it is simulated', async () => {
  await open([hubSpot]);
  expect(screen.getByText('Connected', { selector: 'h2 ~ * *' })).toBeTruthy();
  expect(screen.getByText(/^Last sync /)).toBeTruthy();
  expect(screen.getByText('Today: 1,310 sent, 42 received')).toBeTruthy();
  expect(screen.getByText('Simulated')).toBeTruthy();
});

it('says that nothing was synced yet', async () => {
  await open([{ ...hubSpot, last_sync_at: null, figures: noFigures }]);
  expect(screen.getAllByText('Not synced yet').length).toBeGreaterThan(0);
});

it('tells why a product fails, since when, what waits, and offers what mends it', async () => {
  const failing = (view: IntegrationView, code: string, text: string): IntegrationView => ({
    ...view,
    state: 'FAILING',
    error: { code, text, since: '2026-11-20T09:00:00.000Z' },
    figures: { ...noFigures, waiting: 12 },
  });
  const { server } = await open([
    failing(hubSpot, 'EXPIRED_AUTHENTICATION', 'HubSpot no longer accepts the login.'),
    failing(slack, 'is_archived', 'The channel #replies was archived.'),
    failing(
      { ...hubSpot, id: 9, kind: 'LEADMAGIC', method: 'KEY' },
      'out_of_credits',
      'LeadMagic has no credits left.',
    ),
  ]);
  expect(screen.getAllByText('Failing')).toHaveLength(3);
  const alerts = screen.getAllByRole('alert');
  expect(alerts[0]?.textContent).toMatch(/no longer accepts the login.*EXPIRED_AUTHENTICATION since .*12 waiting/);
  expect(within(alerts[0]!).getByRole('button', { name: 'Connect HubSpot again' })).toBeTruthy();
  server
    .answer(integrationsContract, 'slackChannels', { channels: [] })
    .answer(categoriesContract, 'listCategories', { categories: [] });
  fireEvent.click(within(alerts[1]!).getByRole('button', { name: 'Choose another channel' }));
  await screen.findByRole('dialog', { name: 'Choose another channel' });
  server.answer(integrationsContract, 'testIntegration', { ...hubSpot, kind: 'LEADMAGIC' });
  fireEvent.click(within(alerts[2]!).getByRole('button', { name: 'Test again', hidden: true }));
  await screen.findByText('LeadMagic works');
  expect(server.calls(integrationsContract, 'testIntegration')[0]?.params).toEqual({ integrationId: 9 });
});

it('offers ListKit as lists to bring, never as a connection', async () => {
  await open([]);
  expect(screen.queryByRole('button', { name: 'Connect ListKit' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Import a CSV export' }).getAttribute('href')).toBe('/app/leads/lists');
  fireEvent.click(screen.getByRole('button', { name: 'Show the API call' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send ListKit rows over the API' });
  expect(within(dialog).getByRole('region', { name: 'API call' }).textContent).toContain('"source": "LISTKIT"');
});

it('shows what fails first', async () => {
  await open([
    hubSpot,
    {
      ...slack,
      state: 'FAILING',
      error: { code: 'is_archived', text: 'Archived.', since: '2026-11-20T09:00:00.000Z' },
    },
  ]);
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 2)).toEqual(['Slack', 'HubSpot']);
});

it('leads from what was rejected today to its causes', async () => {
  const { server } = await open([{ ...hubSpot, figures: { ...noFigures, rejected_today: 3 } }]);
  expect(screen.getByText('3 rejected')).toBeTruthy();
  server.answer(integrationsContract, 'syncLog', {
    rows: [{ id: 'd1', state: 'REJECTED', title: 'Contact', subject: 'a@b.test', result: 'The property is missing.' }],
    next_cursor: null,
    total: 1,
  });
  fireEvent.click(screen.getByRole('button', { name: 'See what was rejected' }));
  await screen.findByText('a@b.test: The property is missing.');
});

it('pauses and resumes', async () => {
  const { server } = await open([hubSpot]);
  server.answer(integrationsContract, 'changeIntegration', { ...hubSpot, state: 'PAUSED' });
  given(server, [{ ...hubSpot, state: 'PAUSED' }]);
  await menu('HubSpot', 'Pause');
  await screen.findByText('Paused');
  await menu('HubSpot', 'Resume');
  await screen.findByText('HubSpot is resumed');
  expect(server.calls(integrationsContract, 'changeIntegration').map(({ body }) => body)).toEqual([
    { is_paused: true },
    { is_paused: false },
  ]);
});

it('says what a disconnect stops before it is done', async () => {
  const { server } = await open([hubSpot]);
  server.answer(integrationsContract, 'disconnect', {});
  await menu('HubSpot', 'Disconnect');
  const dialog = await screen.findByRole('alertdialog', { name: 'Disconnect HubSpot' });
  expect(dialog.textContent).toContain('no longer written to 1,310 linked contacts');
  expect(dialog.textContent).toContain('4 queued items won’t be delivered');
  expect(server.calls(integrationsContract, 'disconnect')).toEqual([]);
  given(server, []);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect HubSpot' }));
  await screen.findByText('HubSpot disconnected');
  expect(screen.queryByText('Northlight CRM')).toBeNull();
});

it('connects a product by key, and names the field that is wrong', async () => {
  const { server } = await open([]);
  server.fail(integrationsContract, 'connectWithKey', {
    code: 'VALIDATION',
    details: [{ field: 'key', message: 'is not accepted by LeadMagic' }],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Connect LeadMagic' }));
  const dialog = await screen.findByRole('dialog', { name: 'Connect LeadMagic' });
  fireEvent.change(within(dialog).getByLabelText(/API key/), { target: { value: 'lm_live_1' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Connect LeadMagic' }));
  await within(dialog).findByText(/is not accepted by LeadMagic/);
  server.answer(integrationsContract, 'connectWithKey', { ...hubSpot, kind: 'LEADMAGIC', method: 'KEY' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Connect LeadMagic' }));
  await screen.findByText('LeadMagic connected');
  expect(server.calls(integrationsContract, 'connectWithKey').at(-1)?.body).toMatchObject({ key: 'lm_live_1' });
});

it('says where this installation has no app of a product, and offers the other way', async () => {
  await open([], { oauth: { SLACK: false, HUBSPOT: false } });
  expect(screen.getByText(/no HubSpot app yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect HubSpot' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Connect Slack' }));
  expect(await screen.findByLabelText(/Incoming webhook URL/)).toBeTruthy();
});

it('shows LinkedIn and webhooks with their last sync, and leads to those that fail', async () => {
  const { page, server } = await open([], {
    linkedin: linked(2, 1, '2026-11-20T09:30:00.000Z'),
    webhooks: linked(1, 0, null),
  });
  expect(screen.getByText('1 of 2 failing')).toBeTruthy();
  expect(screen.getByText('1 webhook')).toBeTruthy();
  expect(screen.getByText(/^Last sync /)).toBeTruthy();
  // The page that it leads to is not looked at here.
  server.hold(linkedInContract, 'listLinkedInAccounts');
  server.hold(linkedInContract, 'listLinkedInRequests');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  expect(page.address()).toBe('/app/integrations/linkedin');
});

import { fireEvent, screen, within } from '@testing-library/react';
import { hubSpotContract, type HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/integrations/7/hubspot';
const settings: HubSpotSettings = {
  fields: [
    { field: 'email', direction: 'BOTH', property: 'email', winner: 'NEWEST' },
    { field: 'first_name', direction: 'BOTH', property: 'firstname', winner: 'NEWEST' },
  ],
  categories: {},
  out: {
    create: true,
    sent: true,
    opened: false,
    replied: true,
    category: true,
    meeting: true,
    unsubscribed: true,
  },
  into: { properties: true, customer_stops: true, owner: true, deleted: true },
  owner: 'ASSIGNED',
};
const property = (name: string, label: string) => ({ name, label, is_read_only: false, options: [] });
const read = {
  settings,
  properties: [property('email', 'Email'), property('firstname', 'First name'), property('city', 'City')],
  problems: [],
  linked: 1_310,
  sample: { first_name: 'Priya' },
};
const connection = {
  id: 7,
  kind: 'HUBSPOT' as const,
  state: 'CONNECTED' as const,
  account: 'Northlight CRM',
  error: null,
};
const given = (server: FakeServer, more: object = {}, view: object = {}) =>
  void server
    .answer(integrationsContract, 'listIntegrations', { integrations: [{ ...connection, ...view }] })
    .answer(hubSpotContract, 'readHubSpot', { ...read, ...more })
    .answer(integrationsContract, 'syncLog', { rows: [], next_cursor: null, total: 0 });
const open = async (more: object = {}, view: object = {}) => {
  const server = productServer();
  given(server, more, view);
  await renderPage(SettingsArea, { address, server });
  await screen.findByText('Contact owner');
  return server;
};

testPageStates({
  page: 'mfe-settings/src/integrations/hubspot.page.tsx',
  area: SettingsArea,
  address,
  given,
  reads: [hubSpotContract, 'readHubSpot'],
  loading: 'Loading HubSpot',
  data: 'Priya',
  empty: { given: (server) => given(server, { linked: 0, sample: null }), shows: 'Nothing here yet' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), shows: 'You don’t have access to HubSpot' },
});

it('offers nothing to do with a connection that could not be read', async () => {
  const server = productServer();
  given(server);
  server.fail(hubSpotContract, 'readHubSpot', { code: 'NOT_FOUND', message: 'This integration was not found.' });
  await renderPage(SettingsArea, { address, server });
  await screen.findByText(/This integration was not found/);
  expect(screen.queryByRole('button', { name: 'Import contacts' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

it('saves a rule that was switched, and nothing before that', async () => {
  const server = await open();
  server.answer(hubSpotContract, 'saveHubSpot', {});
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  expect(save.disabled).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: /An email is opened/ }));
  fireEvent.click(save);
  await screen.findByText('Saved');
  expect(server.calls(hubSpotContract, 'saveHubSpot')).toMatchObject([
    { body: { ...settings, out: { ...settings.out, opened: true } } },
  ]);
});

it('names a property that HubSpot does not have, and mends it with the closest one', async () => {
  const broken = { ...settings, fields: [settings.fields[0], { ...settings.fields[1], property: 'first_nam' }] };
  const server = await open({
    settings: broken,
    problems: [{ field: 'first_name', property: 'first_nam', closest: 'firstname' }],
  });
  server.answer(hubSpotContract, 'saveHubSpot', {}).answer(integrationsContract, 'retrySync', { retried: 3 });
  expect(screen.getByText('HubSpot has no property first_nam.')).toBeTruthy();
  given(server);
  fireEvent.click(screen.getByRole('button', { name: 'Use firstname and retry' }));
  await screen.findByText('3 retried');
  expect(server.calls(hubSpotContract, 'saveHubSpot')[0]?.body).toEqual(settings);
});

it('tells why HubSpot fails, and asks for access again', async () => {
  const server = await open(
    {},
    {
      state: 'FAILING',
      error: { code: 'EXPIRED', text: 'HubSpot no longer accepts the login.', since: '2026-11-20T09:00:00.000Z' },
    },
  );
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('no longer accepts the login');
  server.fail(integrationsContract, 'startOAuth', { code: 'UPSTREAM', message: 'HubSpot does not answer.' });
  fireEvent.click(within(alert).getByRole('button', { name: 'Connect HubSpot again' }));
  await screen.findByText('HubSpot could not be opened');
  expect(server.calls(integrationsContract, 'startOAuth')[0]?.body).toEqual({ kind: 'HUBSPOT' });
});

it('imports the contacts of all lists, and says why an import does not begin', async () => {
  const server = await open();
  server
    .answer(hubSpotContract, 'hubSpotLists', { lists: [{ id: '5', name: 'ICP logistics', size: 4_800 }] })
    .answer(leadListsContract, 'listLeadLists', { rows: [], total: 0, next_cursor: null })
    .fail(hubSpotContract, 'importHubSpot', { code: 'LIMIT_REACHED', message: 'The plan holds 2,000 leads.' });
  fireEvent.click(screen.getByRole('button', { name: 'Import contacts' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import contacts from HubSpot' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start import' }));
  await within(dialog).findByText('The plan holds 2,000 leads.');
  server.answer(hubSpotContract, 'importHubSpot', { run_id: 'r1' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start import' }));
  await screen.findByText('Import started');
  expect(server.calls(hubSpotContract, 'importHubSpot').at(-1)?.body).toMatchObject({ hubspot_list_id: null });
});

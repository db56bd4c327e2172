import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter, Link, Route, Routes, useLocation } from 'react-router-dom';
import { leadCondition } from '@skein/contracts/main/campaign-settings';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { ProblemError } from '@skein/mfe/problem';
import { sessionStarted } from '@skein/mfe/slices/auth';
import { createAppStore, provideStore } from '@skein/mfe/store';
import { example } from '@skein/testing/example';
import { person } from '@skein/testing/person';
import { provideTransport } from '@skein/mfe/transport';
import { CampaignFormPage } from './campaign-form.page';

const campaign = (change: Record<string, unknown> = {}) => ({
  ...example(campaignsContract.endpoints.getCampaign.response, {
    id: 7,
    name: 'Yard managers',
    status: 'DRAFTED',
    settings: { lead_condition: leadCondition.parse({}) },
    missing: { import_leads: ['Import at least one lead.'] },
  }),
  ...change,
});

let calls: { method: string; path: string; body: unknown }[] = [];
let refuse: string | null = null;
/** Calls that are refused while `refuse` says why. */
let refused: (method: string) => boolean = (method) => method !== 'GET';
let stored: ReturnType<typeof campaign> = campaign();

/** Where the router stands. */
function Here() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(address: string) {
  calls = [];
  refuse = null;
  refused = (method) => method !== 'GET';
  stored = campaign();
  const store = provideStore(createAppStore());
  const { user, plan } = person();
  store.dispatch(sessionStarted({ token: 't', expires_at: '2099-01-01T00:00:00.000Z', user, plan }));
  provideTransport((request) => {
    if (request.path.startsWith('/api/campaigns'))
      calls.push({ method: request.method, path: request.path, body: request.body });
    if (refuse && refused(request.method))
      return Promise.reject(
        new ProblemError({ status: 0, code: 'OFFLINE', message: refuse, details: [], requestId: '' }),
      );
    if (request.path === '/api/folders') return Promise.resolve({ folders: [], without_folder: 0 });
    if (request.path === '/api/uploads') return Promise.resolve({ rows: [], next_cursor: null, total: 0 });
    if (request.method === 'POST' || request.method === 'PATCH')
      stored = campaign({
        ...(request.body as object),
        settings: { ...campaign().settings, ...(request.body as { lead_condition?: object }) },
      });
    return Promise.resolve(stored);
  });
  window.history.replaceState(null, '', address);
  render(
    <Provider store={store}>
      <BrowserRouter>
        <Link to="/email-campaign/all">All campaigns</Link>
        <Routes>
          <Route path="/email-campaign/new-campaign" element={<CampaignFormPage />} />
        </Routes>
        <Here />
      </BrowserRouter>
    </Provider>,
  );
}
test('the draft is made with the first change, once, and the cursor stays in the field', async () => {
  open('/email-campaign/new-campaign');
  const name = screen.getByRole('textbox', { name: /Name of the campaign/ });
  await userEvent.click(name);
  // Pasted, so that each is one change however slowly the machine types.
  await userEvent.paste('Yard');
  const device_time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await waitFor(() =>
    expect(calls).toContainEqual({
      method: 'POST',
      path: '/api/campaigns',
      body: { name: 'Yard', device_time_zone, with_only_mailbox: true },
    }),
  );
  await userEvent.paste(' managers');
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({
      method: 'PATCH',
      path: '/api/campaigns/7',
      body: { name: 'Yard managers' },
    }),
  );
  expect(calls.filter((call) => call.method === 'POST')).toHaveLength(1);
  expect(document.activeElement).toBe(name);
  expect(await screen.findByText(/^Saved /)).toBeTruthy();
});

test('going on without a name says what is missing and puts the cursor there', async () => {
  open('/email-campaign/new-campaign');
  await userEvent.click(screen.getByRole('button', { name: /Continue to Import Leads/ }));
  expect(await screen.findByText('Name is required.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name of the campaign/ }));
  expect(calls).toEqual([]);
});

test('every tab is reachable, and one that was passed with something missing says so', async () => {
  open('/email-campaign/new-campaign?id=7&tab=import_leads');
  const steps = within(await screen.findByRole('navigation', { name: 'Campaign form' }));
  await waitFor(() => expect(steps.getAllByRole('link')).toHaveLength(5));
  expect(steps.getByRole('link', { name: /Final Review/ }).getAttribute('href')).toBe(
    '/app/email-campaign/new-campaign?id=7&tab=final-review',
  );
  expect(await screen.findByText('Import at least one lead.')).toBeTruthy();
});

test('what could not be saved is kept, said, and saved when asked again', async () => {
  open('/email-campaign/new-campaign?id=7&tab=lead-condition');
  const name = await screen.findByRole('textbox', { name: /Name of the campaign/ });
  refuse = 'No connection';
  await userEvent.type(name, ' 2');
  expect(await screen.findByText('Not saved')).toBeTruthy();
  refuse = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: { name: 'Yard managers 2' } }));
  expect(await screen.findByText(/^Saved /)).toBeTruthy();
});

test('what waits to be saved is on its way before the browser asks whether to leave', async () => {
  open('/email-campaign/new-campaign?id=7&tab=lead-condition');
  const name = await screen.findByRole('textbox', { name: /Name of the campaign/ });
  fireEvent.change(name, { target: { value: 'Yard managers 3' } });
  const leaving = new Event('beforeunload', { cancelable: true });
  await act(async () => void window.dispatchEvent(leaving));
  expect(leaving.defaultPrevented).toBe(true);
  // Without the rest that a change waits for otherwise.
  expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: { name: 'Yard managers 3' } });
});

test('a draft that is saved when somebody goes elsewhere leads nobody back', async () => {
  open('/email-campaign/new-campaign');
  await userEvent.type(screen.getByRole('textbox', { name: /Name of the campaign/ }), 'Yard');
  await userEvent.click(screen.getByRole('link', { name: 'All campaigns' }));
  await waitFor(() => expect(calls.filter((call) => call.method === 'POST')).toHaveLength(1));
  await act(async () => undefined);
  expect(screen.getByText('/email-campaign/all')).toBeTruthy();
});

test('a draft whose first rule was not saved is gone on with: the rule is tried again, and no second draft is made', async () => {
  open('/email-campaign/new-campaign');
  refuse = 'No connection';
  refused = (method) => method === 'PATCH';
  await userEvent.click(screen.getByRole('button', { name: /Duplicates and exclusions/ }));
  await userEvent.click(screen.getByRole('switch', { name: /Skip leads in other campaigns/ }));
  expect(await screen.findByText('Not saved')).toBeTruthy();
  expect(await screen.findByText(/new-campaign\?id=7/)).toBeTruthy();
  refuse = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({
      method: 'PATCH',
      body: { lead_condition: { ignore_duplicate_leads_in_other_campaign: true } },
    }),
  );
  expect(calls.filter((call) => call.method === 'POST')).toHaveLength(1);
});

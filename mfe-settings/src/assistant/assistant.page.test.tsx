import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fixedCategories } from '@skein/contracts/constants';
import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { assistantContract, type AssistantView } from '@skein/contracts/main/assistant.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/ai-assistant';
const owner = person();
const assistant = (more: Partial<AssistantView> = {}): AssistantView => ({
  service: {
    base_url: 'https://api.openai.com/v1',
    last_four: '7777',
    model: 'gpt-4o',
    is_sandbox: false,
    updated_at: '2026-11-20T08:00:00.000Z',
    measurement: null,
  },
  has_sandbox: false,
  sorts_replies: false,
  min_confidence: 75,
  category_ids: null,
  sends_drafts: false,
  draft_category_ids: [],
  draft_delay_minutes: 30,
  draft_min_confidence: 90,
  draft_daily_limit: 20,
  drafts_last_day: 3,
  knowledge: 'Seats cost 12 EUR.',
  monthly_tokens: null,
  tokens_this_month: 900,
  price_in: null,
  price_out: null,
  monthly_cost: null,
  cost_this_month: 0,
  use: [{ month: '2026-11-01', purpose: 'SORT', requests: 2, tokens: 900, cost: null, unpriced_tokens: 900 }],
  examples: [{ enrolment_id: 5, reply: 'After the fair', category_id: 7, at: '2026-11-20T08:00:00.000Z' }],
  last_problem: null,
  ...more,
});
const givenKey = (server: FakeServer) =>
  server
    .answer(aiWritingContract, 'readAiKey', { key: null, has_sandbox: false })
    .answer(aiWritingContract, 'listAiModels', { models: [], default_model: null });
const given = (server: FakeServer, view: AssistantView = assistant()) =>
  void givenKey(server)
    .answer(assistantContract, 'readAssistant', view)
    .answer(categoriesContract, 'listCategories', {
      categories: fixedCategories.map((category) => ({
        ...category,
        description: '',
        hue: null,
        shape: null,
        is_fixed: true,
        created_at: null,
      })),
    });

testPageStates({
  page: 'mfe-settings/src/assistant/assistant.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [assistantContract, 'readAssistant'],
  loading: 'Loading the AI assistant',
  data: 'Learned from your corrections',
  full: 'After the fair',
  empty: {
    given: (server) => given(server, assistant({ service: null, examples: [], use: [] })),
    shows: /An OpenAI-compatible service/,
  },
  error: { retry: 'Try again' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});

it('shows a member who writes their own key, and nothing of the workspace’s', async () => {
  const server = productServer();
  givenKey(server);
  await renderPage(SettingsArea, {
    server,
    address: `${address}#ai-writing`,
    as: person({ role: 'FULL_MEMBER_ACCESS' }),
  });
  await screen.findByText(/Writes sequence steps with your own key/);
  expect(screen.queryByRole('heading', { name: /^AI service/ })).toBeNull();
  expect(server.calls(assistantContract, 'readAssistant')).toEqual([]);
});

it('leads from the profile to the key, by the link that was always there', async () => {
  await renderPage(SettingsArea, { server: productServer(), address: '/app/settings/profile#ai-writing', as: owner });
  await screen.findByText(/^Your key for writing with AI is under/);
  expect(document.querySelector('#ai-writing a')?.getAttribute('href')).toBe('/app/settings/ai-assistant#ai-writing');
});

it('turns sorting on, tells why the service failed, and tries a reply', async () => {
  const server = productServer();
  given(
    server,
    assistant({ last_problem: { text: 'api.openai.com has trouble (503).', at: '2026-11-20T08:00:00.000Z' } }),
  );
  server
    .answer(assistantContract, 'changeAssistant', assistant({ sorts_replies: true }))
    .answer(assistantContract, 'trySorting', {
      category_id: 5,
      by: 'AI',
      confidence: 91,
      words: 'price list',
      because: null,
    });
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText(/trouble \(503\)/);
  fireEvent.click(screen.getByRole('switch', { name: /Let the model choose/ }));
  await waitFor(() =>
    expect(server.calls(assistantContract, 'changeAssistant')[0]?.body).toEqual({ sorts_replies: true }),
  );
  fireEvent.change(screen.getByLabelText('Try a reply'), { target: { value: 'Send the price list' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sort this reply' }));
  await screen.findByText(/by the model, 91% sure: “price list”/);
});

it('has the AI answer replies of the chosen categories, and says what is missing', async () => {
  const server = productServer();
  given(server, assistant({ sorts_replies: true, sends_drafts: true }));
  server.answer(assistantContract, 'changeAssistant', assistant());
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('Choose at least one category.');
  const group = within(screen.getByRole('group', { name: 'Replies it answers' }));
  expect(group.queryByRole('checkbox', { name: 'Do Not Contact' })).toBeNull();
  fireEvent.click(group.getByRole('checkbox', { name: 'Information Request' }));
  fireEvent.click(screen.getByRole('switch', { name: /Send the AI’s answer/ }));
  await waitFor(() =>
    expect(server.calls(assistantContract, 'changeAssistant').map((call) => call.body)).toEqual([
      { draft_category_ids: [5] },
      { sends_drafts: false },
    ]),
  );
});

it('limits the answers of a day, and shows how many have left', async () => {
  const server = productServer();
  given(server, assistant({ sorts_replies: true, sends_drafts: true, draft_daily_limit: 3, drafts_last_day: 3 }));
  server.answer(assistantContract, 'changeAssistant', assistant());
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('Limit reached: 3 sent in the last 24 hours. Further replies wait for a person.');
  fireEvent.change(screen.getByLabelText('Daily limit'), { target: { value: '25' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save limit' }));
  await waitFor(() =>
    expect(server.calls(assistantContract, 'changeAssistant')[0]?.body).toEqual({ draft_daily_limit: 25 }),
  );
});

it('shows what the model costs, keeps prices, and says what a limit in money needs', async () => {
  const server = productServer();
  const use = { month: '2026-11-01', purpose: 'SORT' as const, requests: 2, tokens: 900, unpriced_tokens: 0 };
  given(server, assistant({ monthly_cost: 5, cost_this_month: 1.5, price_in: 2.5, use: [{ ...use, cost: 1.5 }] }));
  server.fail(assistantContract, 'changeAssistant', {
    code: 'VALIDATION',
    message: 'The request was not valid.',
    details: [{ field: 'monthly_cost', message: 'needs the prices of input and output tokens' }],
  });
  await renderPage(SettingsArea, { server, address, as: owner });
  expect(await screen.findByText('$1.50 of $5.00')).toBeDefined();
  expect(screen.getByText('$1.50')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Output price'), { target: { value: '10' } });
  fireEvent.change(screen.getByLabelText('Monthly cost limit'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save prices and limits' }));
  expect(await screen.findByText(/Monthly cost limit needs the prices/)).toBeDefined();
  expect(server.calls(assistantContract, 'changeAssistant')[0]?.body).toEqual({ price_out: 10, monthly_cost: null });
});

it.each([
  [null, 'gpt-4o has not been compared with the rules, so it doesn’t sort until you turn it on.'],
  [[], 'gpt-4o was compared with the rules on 351 replies: as good or better in every category.'],
  [[1, 7], 'gpt-4o was compared with the rules on 351 replies: the rules are better for Interested, Wrong Person.'],
])('says how the model compares with the rules: %j', async (worse_in, says) => {
  const server = productServer();
  const service = assistant().service!;
  const measurement = worse_in && { measured_on: '2026-11-29', replies: 351, worse_in };
  given(server, assistant({ service: { ...service, measurement } }));
  await renderPage(SettingsArea, { address, server, as: owner });
  expect(await screen.findByText(says)).toBeDefined();
});

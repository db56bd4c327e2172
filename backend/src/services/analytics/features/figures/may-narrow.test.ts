import type { Measure } from '@skein/contracts/analytics/measures';
import type { Narrowing } from '@skein/contracts/analytics/narrowing';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';
import { exportOverall } from '../export/export-figures';

let services: TestServices;
let agency: SignedIn;
let client: SignedIn;
const range = { from: '2026-10-10', to: '2026-11-09', time_zone: 'Europe/Berlin' };

beforeAll(async () => {
  services = await createTestServices();
  agency = await services.main.signIn();
  await services.main.test.query(`update workspace set plan_type = 'pro' where id = $1`, [agency.workspaceId]);
  client = await services.main.signIn({
    workspaceId: agency.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [] },
  });
});
afterAll(() => services.close());

const rows = (who: SignedIn, narrow: Narrowing, measure: Measure = 'positive') =>
  services.asClient(workspaceAnalyticsContract, who).overallRows({ query: { ...range, ...narrow, measure } });
const file = (who: SignedIn, query: string) =>
  Promise.resolve(
    services.apps.analytics?.request(
      `/api/analytics/overall/export?${new URLSearchParams(range).toString()}&${query}`,
      { headers: who.headers },
    ),
  );

const ofAgency: Narrowing[] = [
  { group_by: 'client', group_key: '1' },
  { group_by: 'mailbox_tag', group_key: '' },
  { from_provider: 'Google' },
  { to_provider: 'any' },
  { answer: 'late' },
  { answer_from: 60 },
  { answer_to: 60 },
  { answered_by: 1 },
  { answered_by: 'mailbox' },
  { assigned_to: 'none' },
];

it.each(ofAgency)('keeps the agency and its team from a client: %j', async (narrow) => {
  await expect(rows(client, narrow)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await rows(agency, narrow)).total).toBe(0);
});

it('keeps them out of a file as well, whoever may take files along', async () => {
  const who = {
    workspaceId: agency.workspaceId,
    userId: client.userId,
    role: 'OWNER' as const,
    client: { id: client.clientId as number, permissions: ['full_access'], restrictedCategories: [] },
  };
  const query = { ...range, axis: 'event', include_out_of_office: false, what: 'rows', measure: 'positive' } as const;
  for (const narrow of ofAgency)
    await expect(exportOverall(services.main.deps.db, who, { ...query, ...narrow }, 0)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
});

it.each<Narrowing>([
  { group_by: 'campaign', group_key: '1' },
  { group_by: 'mailbox', group_key: '1' },
  { group_by: 'domain', group_key: 'one.test' },
  { group_by: 'provider', group_key: 'Google' },
  { category: 1, sentiment: 'positive', step: 1 },
  { took_from: 0, took_to: 60, weekday: 1, hour: 8 },
])('lets a client look into its own figures: %j', async (narrow) => {
  expect((await rows(client, narrow)).total).toBe(0);
});

it.each<[keyof Narrowing, Narrowing]>([
  ['answer', { answer: 'answered' }],
  ['answer_from', { answer_from: 60 }],
  ['answer_to', { answer_to: 60 }],
  ['answered_by', { answered_by: 'mailbox' }],
])('looks for answers to positive replies and meeting requests only: %s', async (field, narrow) => {
  for (const measure of ['sent', 'replied', 'bounced'] as const) {
    await expect(rows(agency, narrow, measure)).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field }] });
    expect(
      (
        await file(
          agency,
          `what=rows&measure=${measure}&${new URLSearchParams({ [field]: String(narrow[field]) }).toString()}`,
        )
      )?.status,
    ).toBe(400);
  }
  expect((await rows(agency, narrow, 'meetings')).total).toBe(0);
});

it('says in the name of a file that it is narrowed, and narrows no file of another kind', async () => {
  const name = async (query: string) => (await file(agency, query))?.headers.get('content-disposition');
  expect(await name('what=rows&measure=positive&answer=late')).toContain('-narrowed.csv');
  expect(await name('what=rows&measure=positive')).not.toContain('narrowed');
  for (const what of ['days', 'campaigns', 'mailboxes']) {
    const answer = await file(agency, `what=${what}&measure=positive&sentiment=positive`);
    expect(answer?.status).toBe(400);
    expect(await answer?.json()).toMatchObject({ details: [{ field: 'sentiment' }] });
    expect((await file(agency, `what=${what}`))?.status).toBe(200);
  }
});

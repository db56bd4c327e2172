import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AnalyticsArea } from '../analytics-area';

const report = {
  id: 7,
  name: 'Weekly for Alder',
  page: 'lead-response' as const,
  address: 'range=30',
  is_own: true,
  client_id: null,
};
const reports = '/app/global-analytics/reports';
const whole = person({ features: { global_analytics_access: true } });
const given = (server: FakeServer) =>
  void server
    .answer(reportsContract, 'listReports', { reports: [report] })
    .answer(reportsContract, 'readReport', { ...report, schedule: null });

testPageStates({
  page: 'mfe-analytics/src/reports/reports.page.tsx',
  area: AnalyticsArea,
  address: reports,
  given,
  reads: [reportsContract, 'listReports'],
  loading: /Loading/,
  data: 'Weekly for Alder',
  empty: {
    given: (server) => server.answer(reportsContract, 'listReports', { reports: [] }),
    shows: 'No reports yet',
  },
  noAccess: { as: person({ user: { ui_permissions: [] } }), shows: /don’t have access to Reports/ },
});

it('renames a report, shares it, and shows what the server refuses', async () => {
  const user = userEvent.setup();
  const server = productServer();
  given(server);
  server.answer(reportsContract, 'changeReport', { ...report, schedule: null });
  await renderPage(AnalyticsArea, { address: `${reports}/7`, server });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Name is required/)).toBeDefined();
  await user.type(name, 'Monday figures');
  await user.click(screen.getByRole('switch', { name: 'Share with the team' }));
  server.fail(reportsContract, 'changeReport', {
    code: 'FORBIDDEN',
    message: 'Sharing a report needs the right to export.',
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Sharing a report needs the right to export/)).toBeDefined();
  server.answer(reportsContract, 'changeReport', { ...report, schedule: null });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls(reportsContract, 'changeReport').at(-1)?.body).toEqual({
      name: 'Monday figures',
      is_shared: true,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leaves the report of a colleague once it is shared no more', async () => {
  const user = userEvent.setup();
  const server = productServer();
  server
    .answer(reportsContract, 'listReports', { reports: [] })
    .answer(reportsContract, 'readReport', { ...report, is_shared: true, schedule: null })
    .answer(reportsContract, 'changeReport', { ...report, is_shared: false, is_own: false, schedule: null });
  const page = await renderPage(AnalyticsArea, { address: `${reports}/7`, server });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('switch', { name: 'Share with the team' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.address()).toBe(reports));
});

it('saves the filters of a page as what an existing report shows', async () => {
  const user = userEvent.setup();
  const server = productServer();
  given(server);
  server
    .answer(reportsContract, 'changeReport', { ...report, schedule: null })
    .answer(insightsContract, 'insightReplyTimes', {})
    .answer(insightsContract, 'insightGroups', { groups: [] })
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(workspaceAnalyticsContract, 'overallByMailbox', {})
    .answer(insightsContract, 'insightAttention', { items: [] })
    .answer(clientsContract, 'listClients', { clients: [] })
    .answer(campaignsContract, 'listTags', { tags: [] });
  const page = await renderPage(AnalyticsArea, {
    address: '/app/analytics-v2/lead-response?zone=UTC',
    server,
    as: whole,
  });
  await user.click(await screen.findByRole('button', { name: 'Save report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save report' });
  await user.click(await within(dialog).findByRole('combobox', { name: 'Save as' }));
  await user.click(await screen.findByRole('option', { name: 'Weekly for Alder' }));
  expect(within(dialog).queryByRole('textbox', { name: 'Name' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Update report' }));
  await waitFor(() => expect(page.address()).toBe(`${reports}/7`));
  expect(server.calls(reportsContract, 'changeReport')).toMatchObject([
    { params: { reportId: 7 }, body: { address: expect.stringContaining('zone=UTC') } },
  ]);
});

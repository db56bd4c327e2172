import { Route, Routes } from 'react-router-dom';
import { testPageStates } from '@skein/testing/page-states';
import { fireEvent, screen, within } from '@testing-library/react';
import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { ClientHomePage } from './client-home.page';

const client = (permission: ('full_access' | 'reply_master_inbox')[]) =>
  person({ user: { name: 'Acme', isClient: true, client_permissions: { permission, retricted_category: [] } } });
const replies = () =>
  productServer().answer(inboxContract, 'listConversations', {
    rows: [{ enrolment_id: 7, lead: { first_name: 'Priya', last_name: 'Raman' }, snippet: 'Tuesday works' }],
  });
const counts = { sent: 1200, contacted: 400, replied: 31, positive: 9, meetings: 4 };

it('shows a client with full access its figures, replies, campaigns and reports', async () => {
  const server = replies()
    .answer(workspaceAnalyticsContract, 'overallStatistics', {
      counts,
      previous: { counts: { ...counts, positive: 5 } },
    })
    .answer(workspaceAnalyticsContract, 'overallByCampaign', { rows: [{ campaign_id: 3, name: 'Yard time', counts }] })
    .answer(reportsContract, 'listReports', { reports: [{ id: 5, name: 'Weekly' }] })
    .answer(reportsContract, 'previewReport', '%PDF');
  await renderPage(ClientHomePage, { address: '/app/home', server, as: client(['full_access']), basename: '' });
  expect(await screen.findByText('1,200')).toBeDefined();
  expect(screen.getByText('from 5')).toBeDefined();
  expect((await screen.findByRole('link', { name: 'Priya Raman' })).getAttribute('href')).toBe(
    '/app/master-inbox/replies/7',
  );
  const campaign = (await screen.findByRole('link', { name: 'Yard time' })).closest('li') as HTMLElement;
  expect(within(campaign).getByText('1,200 sent, 31 replied')).toBeDefined();
  HTMLAnchorElement.prototype.click = () => {};
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => {};
  fireEvent.click(await screen.findByRole('button', { name: 'Download Weekly as PDF' }));
  await screen.findByText('Weekly');
  expect(server.calls(reportsContract, 'previewReport')).toMatchObject([{ params: { reportId: 5 } }]);
});

it('shows a client who only answers its replies, and asks for nothing else', async () => {
  await renderPage(ClientHomePage, {
    address: '/app/home',
    server: replies(),
    as: client(['reply_master_inbox']),
    basename: '',
  });
  expect(await screen.findByText('Tuesday works')).toBeDefined();
  expect(screen.queryByText('Reports')).toBeNull();
});

it('says of each part why it could not be read, and reads that part again', async () => {
  const server = productServer()
    .fail(inboxContract, 'listConversations', { message: 'The inbox is being counted.' })
    .fail(workspaceAnalyticsContract, 'overallStatistics', { message: 'The figures are being counted.' })
    .answer(workspaceAnalyticsContract, 'overallByCampaign', {})
    .answer(reportsContract, 'listReports', {});
  await renderPage(ClientHomePage, { address: '/app/home', server, as: client(['full_access']), basename: '' });
  await screen.findByText('Your agency has not started a campaign for you yet.');
  screen.getByText('Reports from your agency appear here.');
  const again = async (words: string) => {
    const alert = (await screen.findByText(words)).closest('[role="alert"]') as HTMLElement;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  };
  expect(screen.queryByText('Sent')).toBeNull();
  server
    .answer(workspaceAnalyticsContract, 'overallStatistics', { counts })
    .answer(inboxContract, 'listConversations', {});
  await again('The figures are being counted.');
  await screen.findByText('1,200');
  await again('The inbox is being counted.');
  await screen.findByText('Replies to your campaigns appear here.');
});

const area = () => (
  <Routes>
    <Route path="/app/home" element={<ClientHomePage />} />
  </Routes>
);

testPageStates({
  page: 'shell/src/start/client-home.page.tsx',
  area,
  basename: '',
  address: '/app/home',
  as: client(['reply_master_inbox']),
  given: (server) =>
    server.answer(inboxContract, 'listConversations', {
      rows: [{ enrolment_id: 7, lead: { first_name: 'Priya', last_name: 'Raman' }, snippet: 'Tuesday works' }],
    }),
  reads: [inboxContract, 'listConversations'],
  loading: 'Loading latest replies',
  data: 'Tuesday works',
  empty: {
    given: (server) => server.answer(inboxContract, 'listConversations', {}),
    shows: 'Replies to your campaigns appear here.',
  },
  noAccess: { as: person(), goesTo: '/app/email-campaign/all' },
});

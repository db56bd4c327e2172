import { fireEvent, screen, waitFor } from '@testing-library/react';
import { auditContract, type AuditEntryView } from '@skein/contracts/main/audit.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const address = '/app/settings/change-history';
const owner = person();
const entry = (more: Partial<AuditEntryView> = {}): AuditEntryView => ({
  ...{ id: '12', at: '2026-11-20T08:00:00.000Z', person: { id: 1, name: 'Mia Berg', email: 'mia@firm.test' } },
  ...{ via: 'session', api_key: null, ip: '203.0.113.9', user_agent: null, request_id: null, route: null },
  ...{ kind: 'mailbox', action: 'changed', object: { id: '3', label: 'rosa@firm.test' }, objects: 1 },
  changes: [{ field: 'message_per_day', before: 40, after: 60, is_secret: false }],
  ...{ effect: { emails_a_day: 20 }, detail: {}, undo: 'possible', undoes: null },
  ...more,
});
const given = (server: FakeServer, rows: AuditEntryView[] = [entry()]) =>
  void server.answer(auditContract, 'listEntries', { rows, next_cursor: null }).answer(auditContract, 'readChoices', {
    people: [{ id: 1, name: 'Mia Berg' }],
    kinds: ['mailbox'],
    keep_days: 730,
  });

testPageStates({
  page: 'mfe-settings/src/history/history.page.tsx',
  area: SettingsArea,
  address,
  as: owner,
  given,
  reads: [auditContract, 'listEntries'],
  loading: /Loading/,
  data: 'rosa@firm.test',
  empty: { given: (server) => given(server, []), shows: 'No change yet' },
  noAccess: { as: person({ role: 'VIEW_ONLY_ACCESS' }), goesTo: '/app/settings/profile' },
});

it('undoes a change and a deletion, and offers no undo where there is none', async () => {
  const server = productServer();
  const deleted = entry({ id: '13', kind: 'webhook', action: 'deleted', object: { id: '5', label: 'Deals' } });
  const key = entry({
    id: '14',
    kind: 'api-key',
    action: 'deleted',
    object: { id: '6', label: 'CRM key' },
    undo: 'none',
  });
  given(server, [key, deleted, entry()]);
  server.answer(auditContract, 'undoEntry', { undone: 1, failed: [] });
  await renderPage(SettingsArea, { server, address, as: owner });
  await screen.findByText('CRM key');
  const undo = screen.getAllByRole('button', { name: /^Undo / });
  expect(undo.map((button) => button.getAttribute('aria-label'))).toEqual([
    expect.stringContaining('Deals'),
    expect.stringContaining('rosa@firm.test'),
  ]);
  fireEvent.click(undo[0] as HTMLElement);
  await waitFor(() =>
    expect(server.calls(auditContract, 'undoEntry')).toMatchObject([{ params: { auditEntryId: '13' } }]),
  );
});

it('narrows by area, and says when nothing matches', async () => {
  const server = productServer();
  given(server, []);
  await renderPage(SettingsArea, { server, address: `${address}?kind=mailbox`, as: owner });
  await screen.findByText('No change matches');
  expect(server.calls(auditContract, 'listEntries')[0]?.query).toMatchObject({ kind: 'mailbox' });
  given(server, [entry()]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
  await screen.findByText('rosa@firm.test');
});

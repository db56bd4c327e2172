import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mostChosen } from '@skein/contracts/main/inbox-choices';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { toasts } from '@skein/ui/toast';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Inbox } from './inbox.hooks';
import { useBulk } from './use-bulk';
import { useSelection } from './use-selection';

afterEach(() => act(() => toasts.clear()));

const ids = Array.from({ length: mostChosen + 1 }, (_, index) => index + 1);
const rows = ids.map((enrolment_id) => ({ enrolment_id, lead: { email: 'priya@alder.test' } }) as ConversationRow);

function Probe() {
  const selection = useSelection('replies', 900);
  const { run } = useBulk({ rows, total: 900, totalIsCapped: false } as Inbox, selection);
  return (
    <>
      <p>{`${selection.count} chosen`}</p>
      <button onClick={() => selection.choose(ids)}>Choose too many</button>
      <button onClick={() => selection.toggle(1)}>Choose one less</button>
      <button onClick={() => run({ do: 'archive', is_archived: true })}>Archive</button>
    </>
  );
}

it('says that too many are chosen one by one, keeps them, and offers all that match', async () => {
  const server = productServer().answer(inboxContract, 'changeConversations', { changed: 500, change_key: null });
  await renderPage(Probe, { address: '/app/master-inbox', server });
  fireEvent.click(screen.getByText('Choose too many'));
  fireEvent.click(screen.getByText('Archive'));
  await screen.findByText('Select up to 500 conversations one by one');
  await screen.findByText('501 chosen');
  fireEvent.click(screen.getByRole('button', { name: 'Select all' }));
  await screen.findByText('900 chosen');
  expect(server.calls(inboxContract, 'changeConversations')).toEqual([]);
  fireEvent.click(screen.getByText('Choose too many'));
  fireEvent.click(screen.getByText('Choose one less'));
  fireEvent.click(screen.getByText('Archive'));
  await waitFor(() => expect(server.calls(inboxContract, 'changeConversations')).toHaveLength(1));
  expect(server.calls(inboxContract, 'changeConversations')[0]?.body.enrolment_ids).toHaveLength(500);
});

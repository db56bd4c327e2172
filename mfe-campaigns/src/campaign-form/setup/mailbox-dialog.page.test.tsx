import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { MailboxDialog } from './mailbox-dialog';

const mailbox = (id: number) => ({ id, from_email: `box${id}@alder.test`, from_name: `Box ${id}` });

/** Opens the choice of mailboxes of a workspace with so many. */
async function open(count: number, chosen: { id: number }[] = []) {
  const saved: number[][] = [];
  const rows = Array.from({ length: count }, (_, index) => mailbox(index + 1));
  const server = productServer().answer(mailboxesContract, 'list', { rows, total: count } as never);
  const save = (ids: number[]) => {
    saved.push(ids);
    return Promise.resolve();
  };
  await renderPage(() => <MailboxDialog chosen={chosen} back="/app" onClose={() => undefined} onSave={save} />, {
    address: '/app/email-campaign/new-campaign',
    server,
  });
  await screen.findByText('box1@alder.test');
  return saved;
}
const use = (name: string) => screen.getByRole('button', { name });

it('shows the only mailbox and has chosen it already', async () => {
  const saved = await open(1);
  fireEvent.click(use('Use 1 mailbox'));
  await waitFor(() => expect(saved).toEqual([[1]]));
});

it('draws every mailbox of a list of 49, and uses none of them before one is chosen', async () => {
  const saved = await open(49);
  expect(screen.getByText('box49@alder.test')).toBeDefined();
  fireEvent.click(use('Use 0 mailboxes'));
  expect(saved).toEqual([]);
  fireEvent.click(screen.getByText('box2@alder.test'));
  fireEvent.click(use('Use 1 mailbox'));
  await waitFor(() => expect(saved).toEqual([[2]]));
});

it('uses no empty choice where some were chosen before', async () => {
  const saved = await open(2, [{ id: 1 }]);
  fireEvent.click(screen.getByText('box1@alder.test'));
  fireEvent.click(use('Use 0 mailboxes'));
  expect(saved).toEqual([]);
});

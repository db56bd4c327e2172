import { fireEvent, screen, waitFor } from '@testing-library/react';
import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../../accounts-area';

const address = '/app/email-accounts/sign-in';
const report = { smtp: { ok: true, code: 'OK' }, imap: { ok: true, code: 'OK' } } as const;
const mailbox = { id: 8, from_email: 'rosa@northlight.test', state: 'connected' } as const;

/** `journey`: what the tab remembers of the sign-in that began on this page. */
async function open(
  query: string,
  change: (server: FakeServer) => void = () => undefined,
  { journey = { type: 'GMAIL', mailboxId: null, back: null } as object | null, as = person() } = {},
) {
  const server = productServer()
    .answer(mailboxSignInContract, 'readSignIn', { providers: [{ type: 'GMAIL', client: 'installation' }] })
    .answer(mailboxSignInContract, 'finishSignIn', { mailbox, report, is_new: false })
    .answer(mailboxesContract, 'get', mailbox)
    .answer(mailboxesContract, 'campaigns', {})
    .answer(warmupContract, 'getWarmup', { mailbox_id: 8 });
  change(server);
  if (journey) window.sessionStorage.setItem('skein.sign-in', JSON.stringify(journey));
  return { server, page: await renderPage(AccountsArea, { address: `${address}${query}`, server, as }) };
}

it('says what it waits for, then leads to the mailbox, and the code is gone from the address', async () => {
  let release = () => undefined as void;
  const { server, page } = await open('?code=abc&state=xyz', (given) => {
    release = given.hold(mailboxSignInContract, 'finishSignIn');
  });
  await screen.findByText('Logging in at both servers with what the provider gave');
  expect(page.address()).toBe(address);
  release();
  await screen.findByText('rosa@northlight.test is connected again');
  await waitFor(() => expect(page.address()).toBe('/app/email-account/8/overview'));
  expect(server.calls(mailboxSignInContract, 'finishSignIn')).toMatchObject([{ body: { code: 'abc', state: 'xyz' } }]);
});

it('leads to what is wrong when a server refused the login', async () => {
  const { page } = await open('?code=abc&state=xyz', (server) =>
    server.answer(mailboxSignInContract, 'finishSignIn', {
      ...{ mailbox, is_new: false },
      report: { ...report, imap: { ok: false, code: 'CREDENTIALS' } },
    }),
  );
  await screen.findByText('rosa@northlight.test is saved, but cannot be read yet');
  await waitFor(() => expect(page.address()).toBe('/app/email-account/8/error-state'));
});

it('says why it failed, and why signing in again did not start either', async () => {
  const { server } = await open('?code=abc&state=xyz', (given) =>
    given.fail(mailboxSignInContract, 'finishSignIn', { message: 'The code was used already.' }),
  );
  await screen.findByText('The code was used already.');
  expect(screen.getByRole('link', { name: 'Connect with a password' }).getAttribute('href')).toBe(
    '/app/email-accounts/creation-page/gmail',
  );
  server.fail(mailboxSignInContract, 'startSignIn', { message: 'Google is not reached.' });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with Google again' }));
  await screen.findByText('Google is not reached.');
  server.answer(mailboxSignInContract, 'startSignIn', { url: '#consent' });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with Google again' }));
  await waitFor(() => expect(window.location.hash).toBe('#consent'));
});

it('names the provider that refused, and leads back to a mailbox that was being connected again', async () => {
  await open('?error=access_denied&error_description=Nobody+agreed', undefined, {
    journey: { type: 'OUTLOOK', mailboxId: 8, back: null },
  });
  await screen.findByText('The mailbox is not connected');
  screen.getByRole('button', { name: 'Sign in with Microsoft again' });
  expect(screen.getByRole('link', { name: 'Back to the mailbox' }).getAttribute('href')).toBe(
    '/app/email-account/8/error-state',
  );
});

it('says what to do when nothing was begun', async () => {
  await open('', undefined, { journey: null });
  await screen.findByText('This page completes a sign-in. Start one to continue.');
  expect(screen.queryByRole('button', { name: /again$/ })).toBeNull();
  screen.getByRole('link', { name: 'Connect with a password' });
});

it('is closed to a reader', async () => {
  const { server } = await open('?code=abc&state=xyz', undefined, { as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  await screen.findByText('You don’t have access to Sign in');
  expect(server.calls(mailboxSignInContract, 'finishSignIn')).toEqual([]);
});

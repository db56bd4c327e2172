import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { warmupPolicyContract, type WarmupPolicyView } from '@skein/contracts/warmup/warmup-policy.contract';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { AccountsArea } from '../accounts-area';

const address = '/app/email-accounts/warmup';
const owner = person();
const clientOf = (permission: string[]) =>
  person({ user: { isClient: true, client_permissions: { permission, retricted_category: [] } } });
const policy: WarmupPolicyView = {
  pool: { is_shown: true, is_joined: false, joined_at: null, mailboxes: 12, sent: 0, received: 0, put_out: null },
  age_gate: 'WARN',
  age_days: 14,
  young: { mailboxes: 3, in_campaigns: 1 },
};

testPageStates({
  page: 'mfe-accounts/src/warmup-settings/warmup-settings.page.tsx',
  area: AccountsArea,
  address,
  as: owner,
  given: (server) => void server.answer(warmupPolicyContract, 'getPolicy', policy),
  reads: [warmupPolicyContract, 'getPolicy'],
  data: '3 mailboxes are below 14 days now, 1 used by active campaigns.',
  full: {
    given: (server) =>
      void server.answer(warmupPolicyContract, 'getPolicy', {
        ...policy,
        young: { mailboxes: 12_345, in_campaigns: 9_876 },
      }),
    shows: /^12,345 mailboxes are below 14 days now/,
  },
  loading: 'Loading warmup settings',
  empty: {
    given: (server) =>
      void server.answer(warmupPolicyContract, 'getPolicy', {
        ...policy,
        pool: { ...policy.pool, mailboxes: 0 },
        young: { mailboxes: 0, in_campaigns: 0 },
      }),
    shows: 'No other workspace of this installation has a mailbox in the pool yet.',
  },
  noAccess: { as: clientOf([]), shows: /Warmup settings/ },
});

it('joins the shared pool only after consent, and saves what happens with young mailboxes', async () => {
  const server = productServer();
  server.answer(warmupPolicyContract, 'getPolicy', policy);
  server.answer(warmupPolicyContract, 'updatePolicy', policy);
  await renderPage(AccountsArea, { server, address, as: owner });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: /I agree/ }));
  await user.click(screen.getByRole('button', { name: 'Join the pool' }));
  await waitFor(() =>
    expect(server.calls(warmupPolicyContract, 'updatePolicy')[0]?.body).toEqual({ shares_pool: true }),
  );
  await user.click(screen.getByRole('radio', { name: /Send no campaign emails/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.calls(warmupPolicyContract, 'updatePolicy')[1]?.body).toEqual({ age_gate: 'HOLD', age_days: 14 }),
  );
});

it('shows a client the age of its mailboxes, and nothing of the pool', async () => {
  const server = productServer();
  server.answer(warmupPolicyContract, 'getPolicy', { ...policy, pool: { ...policy.pool, is_shown: false } });
  await renderPage(AccountsArea, { server, address, as: clientOf(['full_access']) });
  await screen.findByText('3 mailboxes are below 14 days now, 1 used by active campaigns.');
  expect(screen.queryByText(/pool/i)).toBeNull();
});

import { testPageStates } from '@skein/testing/page-states';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { verificationContract, type VerificationView } from '@skein/contracts/main/verification.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../campaigns-area';

const running: VerificationView = {
  id: 4,
  name: 'Fair',
  status: 'IN_PROGRESS',
  total: 1_000,
  done: 250,
  percent: 25,
  seconds_left: 60,
  begins_at: null,
  can_cancel: true,
  error: null,
  charged: 240,
  provider: 'SKEIN',
  counts: { VALID: 240, UNKNOWN: 10 },
  blocks_invalid: true,
  created_at: '2026-11-20T08:00:00.000Z',
  started_at: '2026-11-20T08:00:00.000Z',
  stopped_at: null,
  finished_at: null,
  created_by_name: 'Maya Lindqvist',
};
const stopped: VerificationView = {
  ...running,
  status: 'COMPLETED',
  can_cancel: false,
  seconds_left: null,
  error: 'ZeroBounce has no verifications left.',
  stopped_at: '2026-11-20T08:02:00.000Z',
  finished_at: '2026-11-20T08:02:00.000Z',
};

function open(run: VerificationView, role: 'OWNER' | 'VIEW_ONLY_ACCESS' = 'OWNER') {
  const server = productServer();
  server
    .answer(verificationContract, 'getVerification', run)
    .answer(verificationContract, 'listVerifiedAddresses', { rows: [], next_cursor: null })
    .answer(verificationContract, 'stopVerification', stopped);
  return renderPage(CampaignsArea, { server, address: '/app/leads/verification/4', as: person({ role }) }).then(
    () => server,
  );
}

it('shows how far a run is, and stops it', async () => {
  const server = await open(running);
  expect(await screen.findByText(/250 of 1,000 addresses verified, about 60 s left/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(server.calls(verificationContract, 'stopVerification')[0]?.params).toEqual({ verificationId: 4 }),
  );
});

it('says why a run ended early, and offers no stop then', async () => {
  await open(stopped);
  expect(await screen.findByText('ZeroBounce has no verifications left.')).toBeTruthy();
  expect(screen.getByText('The run ended early.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it('lets nobody stop a run who may not change leads', async () => {
  await open(running, 'VIEW_ONLY_ACCESS');
  await screen.findByText(/250 of 1,000 addresses verified/);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

const noLeads = { as: person({ user: { isClient: true } }), shows: 'You don’t have access to Leads' };

describe('a run', () =>
  testPageStates({
    page: 'mfe-campaigns/src/verification/verification.page.tsx',
    area: CampaignsArea,
    address: '/app/leads/verification/4',
    given: (server) =>
      server
        .answer(verificationContract, 'getVerification', running)
        .answer(verificationContract, 'listVerifiedAddresses', { rows: [], next_cursor: null }),
    reads: [verificationContract, 'getVerification'],
    loading: 'Loading',
    data: 'Fair',
    empty: {
      given: (server) => server.fail(verificationContract, 'getVerification', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: noLeads,
  }));

describe('all runs', () =>
  testPageStates({
    page: 'mfe-campaigns/src/verification/verifications.page.tsx',
    area: CampaignsArea,
    address: '/app/leads/verification',
    given: (server) =>
      server
        .answer(verificationContract, 'listVerifications', { rows: [running] })
        .answer(verificationContract, 'verificationCredits', {})
        .answer(verificationContract, 'readVerificationProvider', {}),
    reads: [verificationContract, 'listVerifications'],
    loading: 'Loading Verification runs',
    data: 'Fair',
    empty: {
      given: (server) => server.answer(verificationContract, 'listVerifications', {}),
      shows: 'No verifications yet',
    },
    noAccess: noLeads,
  }));

describe('the checkout', () => {
  const order = { id: 3, credits: 5_000, amount_cents: 2_500, status: 'PENDING', provider: 'sandbox' } as const;
  testPageStates({
    page: 'mfe-campaigns/src/verification/checkout.page.tsx',
    area: CampaignsArea,
    address: '/app/leads/verification/checkout/3',
    given: (server) => server.answer(verificationContract, 'getCreditOrder', order),
    reads: [verificationContract, 'getCreditOrder'],
    loading: 'Loading',
    data: 'Not paid yet.',
    full: {
      given: (server) =>
        server.answer(verificationContract, 'getCreditOrder', {
          ...order,
          credits: 12_345_678,
          amount_cents: 987_654_300,
        }),
      shows: '12,345,678 verification credits',
    },
    empty: {
      given: (server) => server.fail(verificationContract, 'getCreditOrder', { code: 'NOT_FOUND' }),
      shows: /does not exist/,
    },
    noAccess: noLeads,
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlacementMailRow } from '@skein/contracts/smart-delivery/placement-shapes';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { DeliverabilityArea } from '../deliverability-area';
import { base, mails as someMails, owner, report, testRow } from '../testing';

/** As long as a name may be. */
const longName = (number: number) =>
  `${'Warehouse operations in the Midwest, step 1, before launch '.repeat(2)}`.slice(0, 94) + ` ${number}`;

it('500 tests are on pages of five, with their names whole', async () => {
  const server = productServer();
  const rows = Array.from({ length: 500 }, (_, index) => ({ ...testRow, id: index + 1, name: longName(index + 1) }));
  server
    .answer(placementContract, 'tests', ({ query }) => ({
      rows: rows.slice(query.offset, query.offset + query.limit),
      total: rows.length,
    }))
    .answer(placementContract, 'choices', { seeds: [], senders: [], monitors: { used: 500, limit: null } });
  const page = await renderPage(DeliverabilityArea, { server, address: `${base}/auto/all-tests`, as: owner });
  const table = await screen.findByRole('table', { name: 'Automatic tests' });
  await within(table).findByText(longName(1));
  expect(within(table).getAllByRole('row')).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await within(table).findByText(longName(6));
  expect(page.address()).toBe(`${base}/auto/all-tests?from=5`);
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(6));
});

describe('a run of 50 mailboxes to 40 seeds', () => {
  const senders = Array.from({ length: 50 }, (_, index) => `sender.with.a.long.name.${index}@northlight-team.test`);
  const mails = senders.flatMap((sender, from) =>
    Array.from({ length: 40 }, (_, to): PlacementMailRow => ({
      ...someMails[0],
      id: from * 40 + to + 1,
      mailbox_id: from + 1,
      sender,
      seed_id: to + 1,
      seed: `seed.number.${to}@placement-seeds.test`,
      provider: `Provider ${to % 8}`,
      region: `Region ${to % 5}`,
    })),
  );
  const group = (name: string) => ({ ...testRow.latest, name, seconds: 7 });
  const full = {
    ...report,
    senders: 50,
    seeds: 40,
    summary: {
      ...report.summary,
      by_place: Array.from({ length: 40 }, (_, index) => ({
        provider: `Provider ${index % 8}`,
        region: `Region ${index % 5}`,
        ...{ mails: 50, known: 50, good: 50 },
      })),
      by_sender: senders.map((name) => ({ name, known: 40, good: 40 })),
    },
    by_provider: Array.from({ length: 8 }, (_, index) => group(`Provider ${index}`)),
    by_region: Array.from({ length: 5 }, (_, index) => group(`Region ${index}`)),
    by_sender: senders.map(group),
  };
  const open = async (address: string) => {
    const server = productServer();
    server.answer(placementContract, 'report', full).answer(placementContract, 'mails', ({ query }) => {
      const found = mails.filter(({ sender }) => sender.includes(query.search ?? ''));
      return { rows: found.slice(query.offset, query.offset + query.limit), total: found.length };
    });
    return renderPage(DeliverabilityArea, { server, address, as: owner });
  };

  it('names every mailbox, ten at a time', async () => {
    await open(`${base}/9/auto/deliverability-results/providers-view`);
    const table = await screen.findByRole('table', { name: 'Mailboxes' });
    expect(within(table).getAllByRole('row')).toHaveLength(11);
    within(table).getByText(senders[0] as string);
    const matrix = screen.getByRole('region', { name: 'Placement by provider and region' });
    expect(within(matrix).getAllByRole('row')).toHaveLength(9);
  });

  it('shows its 2,000 emails on pages, and finds one of them', async () => {
    await open(`${base}/9/auto/list`);
    const table = await screen.findByRole('table', { name: 'Emails' });
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(26));
    expect(screen.getAllByText(/2,000/).length).toBeGreaterThan(0);
    fireEvent.change(screen.getByLabelText('Search emails'), { target: { value: 'name.49@' } });
    await waitFor(() => expect(within(table).getAllByText(senders[49] as string)).toHaveLength(25));
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { example } from '@skein/testing/example';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { useGateFixes } from './gate-fixes.hooks';
import { GateList } from './gate-list';

const missing = (field: string, step: number, variant: string) => ({
  code: 'merge_data',
  title: `${field} is missing in step ${step}, variant ${variant}`,
  count: 12,
  unit: 'lead',
  jump: { tab: 'lead_list' as const, seq_number: step, variant_label: variant, field, label: 'Show leads' },
});

const ofMailboxes = (code: string, title: string, setting: string, mailbox_ids: number[]) => ({
  code,
  title,
  count: mailbox_ids.length,
  unit: 'mailbox',
  jump: { tab: 'mailboxes' as const, mailbox_ids, setting, label: 'Open' },
});

/** The findings about mailboxes, with what puts them right. */
function Findings() {
  const fixes = useGateFixes(7);
  const answer = example(reviewContract.endpoints.reviewCampaign.response, {
    warnings: [
      ofMailboxes('WARMUP_OFF', 'Warmup is off', 'warmup', [3]),
      ofMailboxes('FIRST_DAY_HIGH', 'Over 20 emails on the first day', 'management', [3, 4]),
    ],
  });
  return (
    <GateList
      campaign={{ id: 7, parent_campaign_id: null }}
      review={reviewContract.endpoints.reviewCampaign.response.parse(answer)}
      isDraft
      checking={false}
      onCheck={() => {}}
      onTurnOn={null}
      fixes={fixes}
    />
  );
}
const address = '/app/email-campaign/new-campaign';

it('turns warmup on and lowers the first day here, with undo, and leads to the tab or the mailboxes concerned', async () => {
  const server = productServer()
    .answer(warmupContract, 'switchWarmup', { changed: [3] })
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {
      mailboxes: [
        { id: 3, message_per_day: 50 },
        { id: 4, message_per_day: 15 },
        { id: 5, message_per_day: 60 },
      ],
    })
    .answer(mailboxesContract, 'update', { id: 3 });
  await renderPage(Findings, { address, server });
  expect(screen.getByRole('link', { name: 'Open: Warmup is off' }).getAttribute('href')).toBe(
    '/app/email-account/3/warmup',
  );
  expect(screen.getByRole('link', { name: /^Open: Over 20/ }).getAttribute('href')).toBe('/app/email-accounts?ids=3,4');
  const limits = () => server.calls(mailboxesContract, 'update').map(({ params, body }) => [params, body]);

  fireEvent.click(screen.getByRole('button', { name: 'Turn on warmup' }));
  await screen.findByText('Warmup on for 1 mailbox');
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() =>
    expect(server.calls(warmupContract, 'switchWarmup').map(({ body }) => body)).toEqual([
      { mailbox_ids: [3], enabled: true },
      { mailbox_ids: [3], enabled: false },
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Lower to 20 a day' }));
  await screen.findByText('1 mailbox lowered to 20 emails a day');
  expect(limits()).toEqual([[{ mailboxId: 3 }, { message_per_day: 20 }]]);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(limits().at(-1)).toEqual([{ mailboxId: 3 }, { message_per_day: 50 }]));
});

it('tells of how many it lowered, undoes those, and says where there was nothing to do', async () => {
  const mailboxes = [3, 4].map((id) => ({ id, message_per_day: 50 }));
  const server = productServer()
    .answer(warmupContract, 'switchWarmup', { changed: [] })
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', { mailboxes })
    .answer(mailboxesContract, 'update', ({ params }) => {
      if (String(params.mailboxId) === '4') throw new Error('Mailbox 4 is being deleted.');
      return { id: 3 };
    });
  await renderPage(Findings, { address, server });
  const changed = () => server.calls(mailboxesContract, 'update').map(({ params }) => Number(params.mailboxId));
  fireEvent.click(screen.getByRole('button', { name: 'Turn on warmup' }));
  await screen.findByText('No mailbox needed the change');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Lower to 20 a day' }));
  await screen.findByText('1 of 2 mailboxes lowered to 20 emails a day');
  screen.getByText('Mailbox 4 is being deleted.');
  expect(changed()).toEqual([3, 4]);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(changed()).toEqual([3, 4, 3]));
});

it('offers no fix to somebody who may not change mailboxes', async () => {
  await renderPage(Findings, { address, server: productServer(), as: person({ role: 'VIEW_ONLY_ACCESS' }) });
  await screen.findByText('Warmup is off');
  expect(screen.queryByRole('button', { name: 'Turn on warmup' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lower to 20 a day' })).toBeNull();
});

it('offers one fallback for each variable, however many steps and variants lack it', async () => {
  const answer = example(reviewContract.endpoints.reviewCampaign.response, {
    blocks: [
      missing('first_name', 1, 'A'),
      missing('first_name', 1, 'B'),
      missing('first_name', 2, 'A'),
      missing('city', 2, 'A'),
    ],
  });
  const review = reviewContract.endpoints.reviewCampaign.response.parse(answer);
  const campaign = { id: 7, parent_campaign_id: null };
  await renderPage(
    () => <GateList campaign={campaign} review={review} isDraft checking={false} onCheck={() => {}} onTurnOn={null} />,
    { address: '/app/email-campaign/new-campaign', server: productServer() },
  );
  const fallbacks = screen.getAllByRole('link', { name: /^Add fallback for/ });
  expect(fallbacks.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    [
      'Add fallback for First name, in all steps',
      '/app/email-campaign/new-campaign?id=7&tab=sequences&step=1&variant=A&fallback=first_name',
    ],
    [
      'Add fallback for City, in all steps',
      '/app/email-campaign/new-campaign?id=7&tab=sequences&step=2&variant=A&fallback=city',
    ],
  ]);
  expect(screen.getAllByRole('link', { name: /^Show leads/ })).toHaveLength(4);
});

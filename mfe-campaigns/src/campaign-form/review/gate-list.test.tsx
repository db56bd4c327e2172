import { screen } from '@testing-library/react';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { example } from '@skein/testing/example';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { GateList } from './gate-list';

const missing = (field: string, step: number, variant: string) => ({
  code: 'merge_data',
  title: `${field} is missing in step ${step}, variant ${variant}`,
  count: 12,
  unit: 'lead',
  jump: { tab: 'lead_list' as const, seq_number: step, variant_label: variant, field, label: 'Show leads' },
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
      'Add fallback for first_name, in all steps',
      '/app/email-campaign/new-campaign?id=7&tab=sequences&step=1&variant=A',
    ],
    ['Add fallback for city, in all steps', '/app/email-campaign/new-campaign?id=7&tab=sequences&step=2&variant=A'],
  ]);
  expect(screen.getAllByRole('link', { name: /^Show leads/ })).toHaveLength(4);
});

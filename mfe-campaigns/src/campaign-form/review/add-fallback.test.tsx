import { fireEvent, screen, within } from '@testing-library/react';
import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { CampaignsArea } from '../../campaigns-area';

const steps = [
  { id: 10, seq_number: 1, variants: [{ id: 1, variant_label: 'A', email_body: 'Hi {{first_name|you}}' }] },
  { id: 20, seq_number: 2, variants: [{ id: 2, variant_label: 'A', email_body: 'Again, {{first_name}}' }] },
];
const block = {
  code: 'MISSING_MERGE_DATA',
  title: 'Missing merge data',
  count: 5,
  unit: 'lead',
  jump: { tab: 'lead_list' as const, seq_number: 2, variant_label: 'A', field: 'first_name', label: 'Open leads' },
};

it('adds the fallback on the review itself, and checks again', async () => {
  let bodies = steps.map(({ variants }) => variants[0]?.email_body ?? '');
  const server = productServer()
    .answer(campaignsContract, 'getCampaign', { id: 7, name: 'Yard managers', status: 'DRAFTED' })
    .answer(sequencesContract, 'getSequence', () => ({
      version: 3,
      steps: steps.map((step, index) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant, email_body: bodies[index] })),
      })) as never,
    }))
    .answer(sequencesContract, 'saveSequence', ({ body }) => {
      bodies = body.steps.map(({ variants }) => variants[0]?.email_body ?? '');
      return { version: 4, steps: [] };
    })
    .answer(reviewContract, 'forecastCampaign', {})
    .answer(campaignMailboxesContract, 'listCampaignMailboxes', {})
    .answer(reviewContract, 'reviewCampaign', () => ({
      blocks: bodies[1]?.includes('default') ? [] : [block],
    }));
  await renderPage(CampaignsArea, {
    address: '/app/email-campaign/new-campaign?id=7&tab=final-review',
    server,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add fallback for First name, in all steps' }));
  // At once: what is typed right after the press is for the field.
  const field = within(screen.getByRole('dialog')).getByRole('textbox');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'there, {{last_name' } });
  within(screen.getByRole('dialog')).getByText('A fallback is plain text, so it cannot contain {, } or |.');
  fireEvent.submit(field);
  expect(server.calls(sequencesContract, 'saveSequence')).toEqual([]);
  fireEvent.change(field, { target: { value: 'there' } });
  fireEvent.submit(field);
  await screen.findByText('Ready to launch');
  expect(bodies).toEqual(['Hi {{first_name|you}}', 'Again, {{first_name | default: "there"}}']);
  expect(server.calls(sequencesContract, 'saveSequence')[0]?.body.expected_version).toBe(3);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await screen.findByText('1 problem to fix before launch');
  expect(bodies[1]).toBe('Again, {{first_name}}');
});

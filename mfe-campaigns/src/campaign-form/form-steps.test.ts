import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { formAddress, formSteps, tabAfter, tabOf } from './form-steps';

const campaign = (missing: Partial<CampaignView['missing']>, total = 2000) =>
  ({
    id: 7,
    parent_campaign_id: null,
    status: 'DRAFTED',
    progress: { total },
    missing: { lead_condition: [], import_leads: [], sequences: [], setup: [], ...missing },
  }) as unknown as CampaignView;

test('a tab is done, current, passed with something missing, or still ahead', () => {
  const steps = formSteps(
    campaign({ import_leads: ['Import at least one lead.'], setup: ['Check the schedule, then continue.'] }),
    'sequences',
  );
  expect(steps.map((step) => step.state)).toEqual(['done', 'problem', 'current', 'open', 'open']);
});

test('the number of leads stands beside their tab', () => {
  expect(formSteps(campaign({}), 'setup')[1]?.count).toBe('2,000');
  expect(formSteps(campaign({}, 0), 'setup')[1]?.count).toBeUndefined();
});

test('before the campaign is made no other tab can be opened', () => {
  expect(formSteps(null, 'lead-condition').every((step) => step.href === undefined)).toBe(true);
});

test('every tab has an address, and both spellings of a tab are understood', () => {
  expect(formAddress({ id: 7, parent_campaign_id: null }, 'sequences', { step: '2' })).toBe(
    '/app/email-campaign/new-campaign?id=7&tab=sequences&step=2',
  );
  expect(tabOf('final_review')).toBe('final-review');
  expect(tabOf('nonsense')).toBe('lead-condition');
  expect(tabAfter('setup')).toBe('final-review');
  expect(tabAfter('final-review')).toBeNull();
});

test('a subsequence imports no leads, and its tabs stand under its parent', () => {
  const steps = formSteps({ ...campaign({}), parent_campaign_id: 3 } as CampaignView, 'sequences', true);
  expect(steps.map((step) => step.id)).toEqual(['lead-condition', 'sequences', 'setup', 'final-review']);
  expect(steps[0]?.href).toBe('/app/campaign/3/new-subsequence?id=7&tab=lead-condition');
  expect(tabAfter('lead-condition', true)).toBe('sequences');
});

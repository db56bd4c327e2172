import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { example } from '@skein/testing/example';
import { afterEdit, differencesOf, editOf, presentOf, pull, rangesOf } from './what-if';

const campaign = example(campaignsContract.endpoints.getCampaign.response, {
  schedule: { start_hour: '09:00', end_hour: '17:00', days: [1, 2, 3], max_leads_per_day: 100 },
  settings: { follow_up_percentage: 80 },
}) as CampaignView;
const present = presentOf(campaign, [{ message_per_day: 30 }, { message_per_day: 41 }]);

it('takes the average of the chosen mailboxes, and one of 50 while none is chosen', () => {
  expect(present).toMatchObject({ message_per_day: 36, mailbox_count: 2, max_leads_per_day: 100 });
  expect(presentOf(campaign)).toMatchObject({ message_per_day: 50, mailbox_count: 1 });
});

it('asks for nothing when a lever is back at its present value', () => {
  const ask = pull({}, 'mailbox_count', 5, present);
  expect(ask).toEqual({ mailbox_count: 5 });
  expect(pull(ask, 'mailbox_count', 2, present)).toEqual({});
});

it.each([
  [{ message_per_day: 60 }, '60 a day per mailbox instead of 36'],
  [{ mailbox_count: 1 }, '1 mailbox instead of 2'],
  [{ max_leads_per_day: 0 }, 'no limit of new leads a day instead of 100'],
  [{ max_leads_per_day: 1500 }, '1,500 new leads a day instead of 100'],
  [{ follow_up_percentage: 20 }, '20% for follow-ups instead of 80%'],
  [{ end_hour: '20:00' }, '09:00 to 20:00 instead of 09:00 to 17:00'],
  [{ days: [6, 7] }, 'Sat, Sun instead of Mon, Tue, Wed'],
])('says what is different: %j', (ask, words) => {
  expect(differencesOf(ask, present, campaign)).toEqual([words]);
});

it('edits what the campaign can change itself, and goes on asking for the mailboxes', () => {
  const ask = { mailbox_count: 4, message_per_day: 60, max_leads_per_day: 0, follow_up_percentage: 20, days: [1] };
  expect(editOf(ask)).toEqual({
    schedule: { days: [1], max_leads_per_day: 0 },
    settings: { follow_up_percentage: 20 },
  });
  expect(afterEdit(ask)).toEqual({ mailbox_count: 4, message_per_day: 60 });
  expect(editOf({ mailbox_count: 4 })).toEqual({});
});

it('lets every slider go to about twice the present', () => {
  expect(rangesOf({ ...present, max_leads_per_day: 505, mailbox_count: 300 })).toEqual({
    message_per_day: [5, 80],
    mailbox_count: [1, 500],
    max_leads_per_day: [0, 1010],
    follow_up_percentage: [0, 100],
  });
});

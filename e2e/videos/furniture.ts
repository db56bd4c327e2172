import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { callProduct } from '../support/call-product';

const [campaigns, mailboxes, warmup] = [
  callProduct(campaignsContract),
  callProduct(mailboxesContract),
  callProduct(warmupContract),
];

async function campaignId(name: string): Promise<number> {
  const [found] = (await campaigns.listCampaigns({ query: { search: name, limit: 1 } })).rows;
  if (!found) throw new Error(`The demo has no campaign ${name}.`);
  return found.id;
}

/** The address of a tab of a campaign of the demo. */
export const overviewOf = async (name: string, tab: string): Promise<string> =>
  `/app/email-campaign/${await campaignId(name)}/overview/${tab}`;

/** A copy of the demo's draft with its leads, under a name of its own, so that no film sees what another one changed. @returns the address of a tab */
export async function draftCampaign(name: string, tab: string): Promise<string> {
  const { id } = await campaigns.duplicateCampaign({
    params: { campaignId: await campaignId('Yard managers, Midwest') },
    body: { name, with_unfinished_leads: true },
  });
  return `/app/email-campaign/new-campaign?id=${id}&tab=${tab}`;
}

async function findMailbox(email: string): Promise<number> {
  const [found] = (await mailboxes.list({ query: { search: email, limit: 1 } })).rows;
  if (!found) throw new Error(`The demo has no mailbox ${email}.`);
  return found.id;
}

/** The address of a tab of a mailbox of the demo. */
export const mailboxTab = async (email: string, tab: string): Promise<string> =>
  `/app/email-account/${await findMailbox(email)}/${tab}`;

/** A mailbox as it was connected: its provider's limits, no warmup. */
export async function resetMailbox(email: string): Promise<void> {
  const mailboxId = await findMailbox(email);
  await mailboxes.update({ params: { mailboxId }, body: { message_per_day: 120, min_time_to_wait_minutes: 3 } });
  await warmup.switchWarmup({ body: { mailbox_ids: [mailboxId], enabled: false } });
}

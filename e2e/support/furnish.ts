import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import { expect } from '@playwright/test';
import { callProduct } from './call-product';

const [campaigns, leads, lists, subsequences, verification] = [
  callProduct(campaignsContract),
  callProduct(leadsContract),
  callProduct(leadListsContract),
  callProduct(subsequencesContract),
  callProduct(verificationContract),
];

/** Ids of what stands on a screen of its own. */
export interface Furniture {
  campaign: number;
  draft: number;
  folder: number | null;
  subsequence: number;
  lead: number;
  list: number;
  verification: number;
}

/** What the demo has on its screens; a list, a subsequence and a verified list are made the first time. */
export async function furnish(): Promise<Furniture> {
  const named = async (search: string) => (await campaigns.listCampaigns({ query: { search, limit: 1 } })).rows[0];
  const [campaign, draft, some] = await Promise.all([
    named('Q4 logistics'),
    named('Yard managers, Midwest'),
    leads.listLeads({ query: { limit: 5 } }),
  ]);
  if (!campaign || !draft || !some.rows[0]) throw new Error('The demo has neither its campaigns nor its leads.');
  const params = { campaignId: campaign.id };
  const found = async () => (await lists.listLeadLists({ query: { search: 'Trade fair, autumn' } })).rows[0];
  const list = await findOrMake(found, makeList);
  const child = await findOrMake(
    async () => (await subsequences.listSubsequences({ params })).rows[0],
    () =>
      subsequences.createSubsequence({
        params,
        body: { name: 'Interested, with a case study', triggers: [{ kind: 'CATEGORY', category_ids: [1] }] },
      }),
  );
  const run = await findOrMake(
    async () => (await verification.listVerifications({ query: { limit: 1 } })).rows[0],
    () => verifyList(list.id),
  );
  return {
    campaign: campaign.id,
    draft: draft.id,
    folder: campaign.folder_id ?? null,
    subsequence: child.id,
    lead: some.rows[0].id,
    list: list.id,
    verification: run.id,
  };
}

async function makeList() {
  const list = await lists.createLeadList({ body: { name: 'Trade fair, autumn' } });
  const people = [
    ['Ingrid', 'Halvorsen'],
    ['Mateo', 'Ferrer'],
    ['Aiko', 'Tanabe'],
    ['Tomasz', 'Wilk'],
    ['Leila', 'Haddad'],
  ] as const;
  await lists.addToLeadList({
    params: { listId: list.id },
    body: {
      leads: people.map(([first, last]) => ({
        email: `silent.${last.toLowerCase()}@prospects.test`,
        first_name: first,
        last_name: last,
        company_name: `${last} Systems`,
      })),
    },
  });
  return list;
}

async function verifyList(listId: number) {
  const order = await verification.orderCredits({ body: { credits: 6_000, billing: 'ONE_TIME' } });
  await fetch(order.checkout_url as string, {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc: '123' }),
    redirect: 'manual',
  });
  await expect
    .poll(async () => (await verification.getCreditOrder({ params: { orderId: order.id } })).status)
    .toBe('PAID');
  return verification.startVerification({
    body: { selection: { filter: { list_id: listId } }, name: 'Trade fair, autumn' },
  });
}

/** Two workers may furnish at once: whoever comes second takes what the first has made. */
export async function findOrMake<Found, Made>(
  find: () => Promise<Found | undefined>,
  make: () => Promise<Made>,
): Promise<Found | Made> {
  const found = await find();
  if (found) return found;
  try {
    return await make();
  } catch (error) {
    const others = await find();
    if (!others) throw error;
    return others;
  }
}

import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { callProduct } from './call-product';
import { crowdOfLeads } from './crowd-of-leads';
import { long, nameOf, unbroken } from './long-names';

const [campaigns, folders, lists, sequences] = [
  callProduct(campaignsContract),
  callProduct(foldersContract),
  callProduct(leadListsContract),
  callProduct(sequencesContract),
];
const mailboxes = callProduct(mailboxesContract);

/** What is filled: a campaign that runs, a draft of five tabs, a list of leads. */
interface Crowded {
  campaign: number;
  draft: number;
  list: number;
}

/** Fills the demo's workspace with very many things that bear very long names, in several scripts: the full state of each list. */
export async function crowd({ campaign, draft, list }: Crowded): Promise<void> {
  const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
  await inTurn(numbers.slice(0, 30), async (number) => {
    await folders.createFolder({ body: { name: nameOf(number).slice(0, 120) } });
    await callProduct(categoriesContract).createCategory({
      body: { name: nameOf(number).slice(0, 50), sentiment: 'neutral' },
    });
  });
  await inTurn(numbers.slice(0, 100), (number) =>
    campaigns.saveTag({ body: { name: nameOf(number).slice(0, 50), color: '#7c3aed' } }),
  );
  const { tags } = await campaigns.listTags({});
  const made = await inTurn(
    numbers,
    async (number) => (await campaigns.createCampaign({ body: { name: nameOf(number).slice(0, 200) } })).id,
  );
  await campaigns.tagCampaigns({
    body: { campaign_ids: made.slice(0, 200), add_tag_ids: tags.slice(0, 12).map((tag) => tag.id) },
  });
  await inTurn(numbers.slice(0, 60), (number) =>
    lists.createLeadList({
      body: {
        name: nameOf(number).slice(0, 200),
        tag_ids: number % 2 === 0 ? tags.slice(0, 9).map((tag) => tag.id) : [],
      },
    }),
  );
  await inTurn(numbers.slice(0, 20), (number) =>
    callProduct(subsequencesContract).createSubsequence({
      params: { campaignId: campaign },
      body: { name: nameOf(number).slice(0, 200), triggers: [{ kind: 'CATEGORY', category_ids: [1, 2, 5] }] },
    }),
  );
  await callProduct(blockListContract).addBlockEntries({
    body: { entries: numbers.map((number) => `${'long-'.repeat(8)}${number}.example.test`), reason: long },
  });
  await callProduct(blockListContract).addBlockEntries({
    body: {
      entries: [`${unbroken.slice(0, 60).replace('ä', 'ae')}@${'very-long-domain-'.repeat(3)}name.example.test`],
      reason: unbroken.repeat(3),
    },
  });
  await crowdOfLeads({ draft, list, campaigns: made.slice(0, 20) });
  await addMailboxes(draft);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const steps = Array.from({ length: 15 }, (_, index) => ({
    seq_delay_details: { delayInDays: index === 0 ? 0 : 3 },
    variants: letters.slice(0, index === 0 ? 26 : 2).map((label) => ({
      variant_label: label,
      subject: index === 0 ? `${label}: ${long}` : '',
      email_body: `<p>Hi {{first_name}},</p>${`<p>${long}. ${unbroken}</p>`.repeat(6)}`,
    })),
  }));
  await sequences.saveSequence({ params: { campaignId: draft }, body: { steps } });
}

/** 500 mailboxes in the draft; those made here answer nowhere, so that each also shows an error. */
async function addMailboxes(draft: number): Promise<void> {
  const numbers = Array.from({ length: 500 }, (_, index) => index + 1);
  const nowhere = {
    username: 'nobody',
    password: 'nothing',
    smtp_host: '127.0.0.1',
    smtp_port: 9,
    smtp_port_type: 'TLS',
    imap_host: '127.0.0.1',
    imap_port: 9,
    imap_port_type: 'TLS',
    starts_gently: false,
  } as const;
  const made = await inTurn(
    numbers,
    async (number) =>
      (
        await mailboxes.create({
          body: {
            ...nowhere,
            from_name: nameOf(number).slice(0, 120),
            from_email: `${number % 3 === 0 ? 'a-very-long-local-part-of-an-address-' : 'sales-'}${number}@${number % 5 === 0 ? 'procurement-and-supply-chain-of-northlight' : 'northlight'}.test`,
          },
        })
      ).mailbox.id,
  );
  const { mailboxes: there } = await callProduct(campaignMailboxesContract).listCampaignMailboxes({
    params: { campaignId: draft },
  });
  const kept = there.map((mailbox) => mailbox.id);
  await callProduct(campaignMailboxesContract).setCampaignMailboxes({
    params: { campaignId: draft },
    body: { mailbox_ids: [...kept, ...made].slice(0, 500) },
  });
}

/** A few at a time: one after the other takes minutes, all at once is refused. */
async function inTurn<From, To>(items: readonly From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (let at = 0; at < items.length; at += 8) done.push(...(await Promise.all(items.slice(at, at + 8).map(work))));
  return done;
}

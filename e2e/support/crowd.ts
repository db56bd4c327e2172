import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { callProduct } from './call-product';

const [campaigns, folders, lists, sequences] = [callProduct(campaignsContract), callProduct(foldersContract), callProduct(leadListsContract), callProduct(sequencesContract)];
const long = 'Heads of procurement and supply-chain operations at mid-sized manufacturers of packaging machinery, Benelux and Nordics, second wave';
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const nameOf = (number: number) => (number % 3 === 0 ? `${number} ${long}` : number % 3 === 1 ? `${number} ${unbroken}` : `${number} العملاء المحتملون 新規見込み客 🚀`);

/** Fills the demo's workspace with very many things that bear very long names, in several scripts: the full state of each list. */
export async function crowd(draft: number, list: number): Promise<void> {
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  for (const number of numbers.slice(0, 24)) {
    await folders.createFolder({ body: { name: nameOf(number).slice(0, 100) } });
    await campaigns.saveTag({ body: { name: nameOf(number).slice(0, 50), color: '#7c3aed' } });
    await callProduct(categoriesContract).createCategory({ body: { name: nameOf(number).slice(0, 50), sentiment: 'neutral' } });
  }
  const { tags } = await campaigns.listTags({});
  const made = await inTurn(numbers, async (number) => (await campaigns.createCampaign({ body: { name: nameOf(number).slice(0, 200) } })).id);
  await campaigns.tagCampaigns({ body: { campaign_ids: made, add_tag_ids: tags.slice(0, 12).map((tag) => tag.id) } });
  await inTurn(numbers.slice(0, 30), (number) => lists.createLeadList({ body: { name: nameOf(number).slice(0, 200) } }));
  const people = Array.from({ length: 400 }, (_, index) => ({ email: `silent.${'very-long-local-part-'.repeat(index % 3)}${index}@prospects.test`, first_name: index % 4 === 0 ? unbroken.slice(0, 60) : 'Maximiliane', last_name: index % 5 === 0 ? 'von und zu Hohenstein-Wallersdorf' : 'O’Neill', company_name: index % 2 === 0 ? long.slice(0, 120) : 'Acme' }));
  await lists.addToLeadList({ params: { listId: list }, body: { leads: people } });
  await callProduct(blockListContract).addBlockEntries({ body: { entries: numbers.map((number) => `${'long-'.repeat(8)}${number}.example.test`), reason: long } });
  const steps = Array.from({ length: 12 }, (_, index) => ({
    seq_delay_details: { delayInDays: index === 0 ? 0 : 3 },
    variants: [...'ABCDEFGHIJ'.slice(0, index === 0 ? 10 : 2)].map((label) => ({ variant_label: label, subject: index === 0 ? `${label}: ${long}` : '', email_body: `<p>Hi {{first_name}},</p>${`<p>${long}. ${unbroken}</p>`.repeat(6)}` })),
  }));
  await sequences.saveSequence({ params: { campaignId: draft }, body: { steps } });
}

async function inTurn<From, To>(items: readonly From[], work: (item: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

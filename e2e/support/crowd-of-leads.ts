import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import { expect } from '@playwright/test';
import { callProduct } from './call-product';
import { long, nameOf, unbroken } from './long-names';
import { readDemo } from './product';

const [enrolments, leads, lists, tasks, uploads] = [
  callProduct(campaignLeadsContract),
  callProduct(leadsContract),
  callProduct(leadListsContract),
  callProduct(leadTasksContract),
  callProduct(uploadsContract),
];
const personOf = (index: number) => ({
  email: `silent.${'very-long-local-part-'.repeat(index % 3)}${index}@prospects.test`,
  first_name: index % 4 === 0 ? unbroken.slice(0, 60) : 'Maximiliane',
  last_name: index % 5 === 0 ? 'von und zu Hohenstein-Wallersdorf' : 'O’Neill',
  company_name: index % 2 === 0 ? long.slice(0, 120) : index % 3 === 0 ? unbroken : 'Acme',
});

/** Leads by the thousand, uploads of the draft, and one lead who has a great deal of everything and is the newest of all. */
export async function crowdOfLeads({
  draft,
  list,
  campaigns,
}: {
  draft: number;
  list: number;
  campaigns: number[];
}): Promise<void> {
  for (let from = 0; from < 2_000; from += 400)
    await lists.addToLeadList({
      params: { listId: list },
      body: { leads: Array.from({ length: 400 }, (_, index) => personOf(from + index)) },
    });
  for (let number = 0; number < 24; number += 1) await addUpload(draft, number);
  const customFields = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      index % 7 === 0 ? `${unbroken.slice(0, 70)} ${index}` : `Answer ${index}`,
      index % 5 === 0 ? long : index % 9 === 0 ? unbroken : `Value ${index}`,
    ]),
  );
  const fullest = {
    ...personOf(4),
    email: `silent.${'a-very-long-address-'.repeat(2)}of-one@${'procurement-'.repeat(4)}prospects.test`,
    company_name: long,
    website: `https://${'procurement-'.repeat(4)}prospects.test/${'path/'.repeat(20)}`,
    location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Wales',
    custom_fields: customFields,
  };
  for (const campaignId of [draft, ...campaigns])
    await enrolments.addLeads({ params: { campaignId }, body: { leads: [fullest] } });
  const [lead] = (await leads.listLeads({ query: { email: fullest.email } })).rows;
  if (!lead) throw new Error('The fullest lead was not added.');
  for (let number = 1; number <= 12; number += 1) {
    await leads.addNote({
      params: { leadId: lead.id },
      body: { note_message: `${nameOf(number)}\n\n${`${long}. `.repeat(number % 4 === 0 ? 30 : 3)}` },
    });
    await tasks.createLeadTask({
      params: { leadId: lead.id },
      body: {
        name: nameOf(number).slice(0, 120),
        description: long.repeat(3),
        priority: 'HIGH',
        due_at: new Date(Date.now() + number * 86_400_000).toISOString(),
        assigned_user_id: null,
      },
    });
  }
}

/** A file with sixty columns; all but the last are imported, with rows of several outcomes. */
async function addUpload(campaign: number, number: number): Promise<void> {
  const columns = [
    'Email',
    'First name',
    ...Array.from({ length: 58 }, (_, index) =>
      index % 6 === 0 ? `${index} ${long}` : index % 6 === 1 ? `${unbroken}${index}` : `Column ${index}`,
    ),
  ];
  const rows = Array.from({ length: 60 }, (_, index) => [
    index % 9 === 0 ? `not-an-address-${index}-${unbroken}` : `silent.upload-${number}-${index}@prospects.test`,
    'Ingrid',
    ...columns.slice(2).map((_name, at) => (at % 5 === 0 ? long : `Value ${at}`)),
  ]);
  const address = new URL('/api/uploads', readDemo().url);
  address.searchParams.set('file_name', `${nameOf(number).slice(0, 200)}.csv`);
  address.searchParams.set('campaign_id', String(campaign));
  const send = () =>
    fetch(address, {
      method: 'POST',
      headers: { 'x-api-key': readDemo().api_key, 'content-type': 'text/csv' },
      body: [columns, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n'),
    });
  let answer = await send();
  // Everything before this went as fast as it could, and counts in the same minute.
  while (answer.status === 429) {
    await new Promise((next) => setTimeout(next, 1000 * Number(answer.headers.get('retry-after') ?? 1)));
    answer = await send();
  }
  if (!answer.ok) throw new Error(`The upload was refused: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { id: number } };
  if (number === 23) return;
  const { columns: found } = await uploads.getUpload({ params: { uploadId: data.id } });
  await uploads.startUpload({ params: { uploadId: data.id }, body: { mapping: found.map((column) => column.target) } });
  // One after the other: the lead that is added last has to be the newest.
  await expect.poll(async () => (await uploads.getUpload({ params: { uploadId: data.id } })).status).toBe('COMPLETED');
}

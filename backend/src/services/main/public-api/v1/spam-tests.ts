import type { CampaignId } from '@skein/contracts/ids';
import { crc32 } from 'node:zlib';
import type { CallOutput } from '@skein/contracts/endpoint';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlacementTally, PlacementTestRow } from '@skein/contracts/smart-delivery/placement-shapes';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { getSequence, renderStep } from '#campaigns/campaigns.api';
import { serviceClient } from './service-client';

/** Placement tests are asked with the caller's own credentials. */
export const placement = (deps: MainDeps, raw: Request) => serviceClient(deps, raw, placementContract);
const message = (text: string) => ({ ok: true as const, success: true as const, message: text });

/** Providers and regions have names only; on this wire a number stands for each, the same everywhere and for ever. */
const numberOf = (name: string): number => (crc32(name) & 0x7fff_ffff) + 1;
const regionId = (region: string) => numberOf(`region ${region}`);
const groupId = (region: string, provider: string) => numberOf(`${region} ${provider}`);

export interface SpamTestInput {
  type: 'manual' | 'auto';
  test_name: string;
  description: string;
  spam_filters: string[];
  link_checker: boolean;
  campaign_id: CampaignId;
  sequence_mapping_id: number;
  provider_ids: number[];
  sender_accounts: string[];
  folder_id?: number | undefined;
  every_days: number | null;
  all_email_sent_without_time_gap: boolean;
  schedule_start_time?: string | undefined;
  test_end_date?: string | undefined;
}

/**
 * Creates a test of a campaign's step, rendered for the campaign's first lead with the signature of the first sender, and begins its
 * first run. @throws SkeinError VALIDATION naming the sender, provider or step that is none of theirs
 */
export async function createSpamTest(deps: MainDeps, raw: Request, who: RequestActor, input: SpamTestInput) {
  const client = placement(deps, raw);
  const { senders, seeds } = await client.choices({});
  const senderIds = input.sender_accounts.map((email) => {
    const found = senders.find((sender) => sender.email.toLowerCase() === email);
    if (!found) throw invalidField('sender_accounts', `names ${email}, which is none of your mailboxes`);
    return found.id;
  });
  const seed_groups = seedGroupsOf(seeds, input.provider_ids);
  const { steps } = await getSequence(deps, who, input.campaign_id);
  const mapped = input.sequence_mapping_id;
  const step =
    steps.find(({ variants }) => variants.some((variant) => variant.id === mapped)) ??
    steps.find((each) => each.id === mapped);
  const variant = step?.variants.find((each) => each.id === mapped) ?? step?.variants[0];
  if (!step || !variant || step.seq_type !== 'EMAIL')
    throw invalidField('sequence_mapping_id', 'is no email step of this campaign');
  const { mail } = await renderStep(deps, who, {
    campaignId: input.campaign_id,
    request: { seq_number: step.seq_number, variant_label: variant.variant_label, mailbox_id: senderIds[0] },
    options: { withUnsubscribe: true },
  });
  const { id } = await client.addTest({
    body: {
      name: input.test_name,
      type: input.type,
      folder_id: input.folder_id ?? null,
      description: input.description,
      subject: mail.subject || '(no subject)',
      body_text: mail.text,
      body_html: mail.html ?? null,
      campaign_id: input.campaign_id,
      variant_id: variant.id,
      checks_links: input.link_checker,
      checks_spam: input.spam_filters.length > 0,
      sender_ids: senderIds,
      seed_groups,
      every_days: input.every_days,
      has_gap: !input.all_email_sent_without_time_gap,
      starts_at: input.schedule_start_time ?? null,
      ends_at: input.test_end_date === undefined ? null : `${input.test_end_date}T23:59:59.000Z`,
    },
  });
  const { created_at } = await client.report({ params: { placementTestId: id }, query: { mails: 'none' } });
  return {
    ok: true as const,
    id,
    test_name: input.test_name,
    description: input.description,
    test_type: input.type,
    spam_filters: input.spam_filters,
    link_checker: input.link_checker,
    campaign_id: input.campaign_id,
    sequence_mapping_id: mapped,
    provider_ids: input.provider_ids,
    sender_accounts: input.sender_accounts,
    folder_id: input.folder_id ?? null,
    every_days: input.every_days,
    test_end_date: input.test_end_date ?? null,
    created_at,
    updated_at: created_at,
  };
}

type Choices = CallOutput<(typeof placementContract)['endpoints']['choices']>;

/** @throws SkeinError VALIDATION for a number that is none of seed/providers */
function seedGroupsOf(seeds: Choices['seeds'], chosen: readonly number[]) {
  return chosen.flatMap((id) => {
    const found = seeds.filter(({ region, provider }) => regionId(region) === id || groupId(region, provider) === id);
    if (found.length === 0) throw invalidField('provider_ids', `has ${id}, which is none of seed/providers`);
    return found.map(({ provider, region }) => ({ provider, region }));
  });
}

export async function listSeedProviders(deps: MainDeps, raw: Request) {
  const { seeds } = await placement(deps, raw).choices({});
  return [...new Set(seeds.map(({ region }) => region))].map((region) => ({
    region_id: regionId(region),
    region_name: region,
    groups: seeds
      .filter((seed) => seed.region === region)
      .map(({ provider, count }) => ({
        group_id: groupId(region, provider),
        group_name: provider,
        provider_count: count,
      })),
  }));
}

type Run = PlacementTestRow & { status: Exclude<PlacementTestRow['status'], 'DRAFT'> };
/** Drafts belong to the screens. */
const isTest = (row: PlacementTestRow): row is Run => row.status !== 'DRAFT';

const toListed = (test: Run) => ({
  spam_test_id: test.id,
  test_name: test.name,
  test_type: test.type,
  status: test.status,
  schedule_start_time: test.starts_at ?? test.created_at,
  test_end_date: test.ends_at,
  every_days: test.every_days,
  current_test_run_no: test.runs,
});

export async function listSpamTests(
  deps: MainDeps,
  raw: Request,
  type: 'manual' | 'auto' | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await everyTest(placement(deps, raw), { type });
  return rows.slice(offset, offset + limit).map(toListed);
}

const page = 200;
/** Every test that matches, a page of the list at a time. */
async function everyTest(
  client: ReturnType<typeof placement>,
  query: { type?: 'manual' | 'auto' | undefined; folder_id?: number },
) {
  const rows: PlacementTestRow[] = [];
  for (let isLast = false; !isLast;) {
    const found = await client.tests({ query: { ...query, offset: rows.length, limit: page } });
    rows.push(...found.rows);
    isLast = found.rows.length < page;
  }
  return rows.filter(isTest);
}

/** All or none: a test that is none of theirs is named before the first one goes. @throws SkeinError NOT_FOUND */
export async function deleteSpamTests(deps: MainDeps, raw: Request, ids: readonly number[]) {
  const client = placement(deps, raw);
  const known = new Set((await everyTest(client, {})).map((test) => test.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound(`The test ${unknown}`);
  for (const placementTestId of new Set(ids)) await client.deleteTest({ params: { placementTestId } });
  return message('Spam tests deleted');
}

export async function stopSpamTest(deps: MainDeps, raw: Request, placementTestId: number) {
  await placement(deps, raw).stop({ params: { placementTestId } });
  return message('Spam test stopped');
}

export async function readSpamTest(deps: MainDeps, raw: Request, placementTestId: number) {
  const test = await placement(deps, raw).report({ params: { placementTestId }, query: { mails: 'none' } });
  return {
    ...toListed(test),
    description: test.description,
    campaign_id: test.source?.campaign_id ?? null,
    sequence_mapping_id: test.source?.variant_id ?? null,
    folder_id: test.folder_id,
    created_at: test.created_at,
  };
}

export async function mailboxPlacements(deps: MainDeps, raw: Request) {
  const client = placement(deps, raw);
  const [{ rows }, { senders }] = [await client.insights({}), await client.choices({})];
  return rows.flatMap((row) => {
    const sender = senders.find(({ email }) => email === row.name);
    return sender ? [{ id: sender.id, from_email: row.name, ...countsOf(row), placement_score: row.score }] : [];
  });
}

export async function countPlacements(deps: MainDeps, raw: Request) {
  const counts = (await placement(deps, raw).insights({})).rows.map(countsOf);
  const sum = (name: keyof (typeof counts)[number]) => counts.reduce((total, row) => total + row[name], 0);
  return {
    total_email_count: sum('total_email_count'),
    inbox_count: sum('inbox_count'),
    tab_count: sum('tab_count'),
    spam_count: sum('spam_count'),
    failed_count: sum('failed_count'),
  };
}

/** On this wire what never arrived counts as failed, as what a server refused. */
export const countsOf = (row: Omit<PlacementTally, 'waiting' | 'score'>) => ({
  total_email_count: row.mails,
  inbox_count: row.inbox,
  tab_count: row.tab,
  spam_count: row.spam,
  failed_count: row.failed + row.missing,
});

export async function listTestFolders(deps: MainDeps, raw: Request) {
  const { rows } = await placement(deps, raw).folders({});
  return rows.map(({ id, name }) => ({ id, name }));
}

export async function addTestFolder(deps: MainDeps, raw: Request, name: string) {
  const { id } = await placement(deps, raw).addFolder({ body: { name } });
  return { ok: true as const, id, name };
}

/** @throws SkeinError NOT_FOUND */
export async function readTestFolder(deps: MainDeps, raw: Request, folderId: number) {
  const client = placement(deps, raw);
  const folder = (await client.folders({})).rows.find(({ id }) => id === folderId);
  if (!folder) throw notFound('This folder');
  const rows = await everyTest(client, { folder_id: folderId });
  return { id: folder.id, name: folder.name, tests: rows.map(toListed) };
}

export async function deleteTestFolder(deps: MainDeps, raw: Request, placementFolderId: number) {
  await placement(deps, raw).deleteFolder({ params: { placementFolderId } });
  return message('Folder deleted');
}

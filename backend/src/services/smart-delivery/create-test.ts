import type { CampaignId } from '@skein/contracts/ids';
import type { HandlerInput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { addRun } from './add-run.store';
import { takeDraft } from './drafts.store';
import * as folders from './folders.store';
import { seedsFor } from './lead-shares';
import { nowOf, scopeOf, type Who } from './placement-tests';
import { requireMonitor } from './monitors.store';
import { nextRun, requireSchedule } from './schedule';
import type { TestVariant } from './tested-content';
import * as store from './tests.store';

type NewTest = HandlerInput<(typeof placementContract)['endpoints']['addTest']>['body'];

const refuse = (field: string, text: string, message = 'is needed') => {
  throw new SkeinError('VALIDATION', text, [{ field, message }]);
};

/** @throws SkeinError NOT_FOUND for a step of somebody else's campaign, VALIDATION for half of the pair */
async function requireSource(
  who: Who,
  sql: SqlClient,
  { campaign_id, variant_id }: { campaign_id: CampaignId | null; variant_id: number | null },
): Promise<store.TestSource | null> {
  if (campaign_id === null && variant_id === null) return null;
  const missing = campaign_id === null ? 'campaign_id' : 'variant_id';
  if (campaign_id === null || variant_id === null)
    throw new SkeinError('VALIDATION', 'A step is named by its campaign and its variant.', [
      { field: missing, message: 'is needed' },
    ]);
  const source = await store.findSource(who.workspaceId, sql, scopeOf(who), {
    campaignId: campaign_id,
    variantId: variant_id,
  });
  if (!source) throw notFound('This step');
  return source;
}

/**
 * The variants of a test with their letters; null for a test of one text.
 * @throws SkeinError NOT_FOUND, VALIDATION unless they are of one step
 */
async function requireVariants(who: Who, sql: SqlClient, body: NewTest): Promise<TestVariant[] | null> {
  if (body.variants.length === 0) return null;
  const found: { source: store.TestSource; variant: TestVariant }[] = [];
  for (const given of body.variants) {
    const source = await requireSource(who, sql, { campaign_id: body.campaign_id, variant_id: given.variant_id });
    if (!source) throw notFound('This step');
    found.push({ source, variant: { ...given, label: source.variant } });
  }
  if (found.some(({ source }) => source.step !== found[0]?.source.step))
    refuse('variants', 'The variants of a test belong to one step.', 'belong to more than one step');
  return found.map(({ variant }) => variant);
}

/** @throws SkeinError VALIDATION naming what a test of this kind needs, or cannot have */
function requireContent(body: NewTest): void {
  if (body.is_self_sent) {
    if (body.type === 'auto')
      refuse('type', 'A test that you send with another tool is manual.', 'is manual for emails of another tool');
    if (body.sender_ids.length > 0)
      refuse('sender_ids', 'Emails sent with another tool have no sender mailboxes here.', 'stays empty');
    if (body.variants.length > 0)
      refuse('variants', 'Emails sent with another tool have no variants here.', 'stays empty');
    return;
  }
  if (body.sender_ids.length === 0) refuse('sender_ids', 'Choose a mailbox that sends the test.', 'needs a mailbox');
  if (body.subject === '') refuse('subject', 'A test needs a subject.');
  if (body.body_text === '') refuse('body_text', 'A test needs a message.');
  if (body.pauses_step && body.variant_id === null)
    refuse('pauses_step', 'Only the step of a campaign can be paused.', 'needs a campaign step');
  if (new Set(body.variants.map(({ variant_id: id }) => id)).size < body.variants.length)
    refuse('variants', 'Each variant is tested once.', 'names a variant twice');
  for (const [index, { subject, body_text: text }] of body.variants.entries())
    if (subject === '' || text === '')
      refuse(`variants.${index}`, 'Each variant needs a subject and a message.', 'needs a subject and a text');
}

/**
 * The results of a test are shown to the client of its mailboxes, and its email is the campaign's: both are one client's.
 * @throws SkeinError VALIDATION naming both
 */
async function requireOneClient(
  who: Who,
  sql: SqlClient,
  { campaign_id: campaignId }: store.TestSource,
  senderIds: readonly number[],
): Promise<void> {
  const other = await store.findOtherClient(who.workspaceId, sql, { campaignId, senderIds });
  if (other)
    refuse(
      'sender_ids',
      `${other.email} belongs to ${other.client}, and the campaign to ${other.campaign_client}. Choose mailboxes of ${other.campaign_client}.`,
      'belong to another client than the campaign',
    );
}

/** A test of several variants has the subject and the text of the first; one variant is a test of one text. */
function withFirstVariant(body: NewTest): NewTest {
  const [first, ...others] = body.variants;
  if (!first || body.is_self_sent) return body;
  const { variant_id, subject, body_text, body_html } = first;
  return { ...body, variant_id, subject, body_text, body_html, variants: others.length === 0 ? [] : body.variants };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const scheduleOf = (body: NewTest) => {
  const isAuto = body.type === 'auto';
  return {
    every_days: isAuto ? body.every_days : null,
    cron: isAuto ? body.cron : null,
    time_zone: body.time_zone,
    starts_at: isAuto ? dateOf(body.starts_at) : null,
    ends_at: isAuto ? dateOf(body.ends_at) : null,
  };
};

/** The mailboxes of a test, each once. @throws SkeinError NOT_FOUND for a mailbox or a folder of others */
export async function requireParts(
  who: Who,
  sql: SqlClient,
  { sender_ids: senders, folder_id: folder }: Pick<NewTest, 'sender_ids' | 'folder_id'>,
): Promise<number[]> {
  const senderIds = [...new Set(senders)];
  const visible = new Set((await store.findSenders(who.workspaceId, sql, scopeOf(who))).map(({ id }) => id));
  if (!senderIds.every((id) => visible.has(id))) throw notFound('This mailbox');
  const known =
    folder === null ? [] : await folders.findFolders(who.workspaceId, sql, scopeOf(who), { userId: who.userId });
  if (folder !== null && !known.some(({ id }) => id === folder)) throw notFound('This folder');
  return senderIds;
}

/**
 * Creates a test and begins its first run, or plans it.
 * @throws SkeinError VALIDATION for what cannot be tested, NOT_FOUND for a mailbox, folder, step or draft of others
 */
export async function createTest(deps: ServiceDeps, who: Who, given: NewTest) {
  const body = withFirstVariant(given);
  requireContent(body);
  const now = nowOf(deps);
  const schedule = scheduleOf(body);
  if (body.type === 'auto') requireSchedule(schedule, now);
  const seedIds = await seedsFor(deps, who, body);
  if (seedIds.length === 0) refuse('providers', 'No seed matches these providers and regions.', 'matches no seed');
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const senderIds = await requireParts(who, sql, body);
    const isLater = schedule.starts_at !== null && schedule.starts_at > now;
    const next = isLater ? schedule.starts_at : body.type === 'auto' ? nextRun(schedule, now) : null;
    if (next !== null) await requireMonitor(who.workspaceId, sql);
    const source = await requireSource(who, sql, body);
    const variants = await requireVariants(who, sql, body);
    if (source) await requireOneClient(who, sql, source, senderIds);
    if (body.draft_id !== null && !(await takeDraft(who.workspaceId, sql, scopeOf(who), body.draft_id)))
      throw notFound('This draft');
    const id = await store.addTest(who.workspaceId, sql, {
      ...body,
      ...schedule,
      source,
      variants,
      next_run_at: next,
      sender_ids: senderIds,
      seed_ids: seedIds,
      created_at: now,
      created_by: who.userId,
      client_id: who.client?.id ?? null,
    });
    if (!isLater) await addRun(who.workspaceId, sql, id, now);
    return { id };
  });
}

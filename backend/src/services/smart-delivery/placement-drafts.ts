import type { HandlerInput } from '@skein/contracts/endpoint';
import type { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { draftedTest } from '@skein/contracts/smart-delivery/placement-new-test';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import { notFound } from '#platform/http/skein-error';
import { requireParts } from './create-test';
import * as store from './drafts.store';
import { nowOf, scopeOf, type Who } from './placement-tests';
import { chooseSeeds } from './seed-choice.store';
import { findSource } from './tests.store';

type Draft = HandlerInput<(typeof placementDraftsContract)['endpoints']['addDraft']>['body'];

/** The row of a draft. @throws SkeinError NOT_FOUND for a mailbox, folder or campaign of others */
async function rowOf(who: Who, sql: SqlClient, draft: Draft, seedIds: number[]): Promise<store.DraftRow> {
  const { campaign_id: campaign, variant_id: variant } = draft;
  const scope = scopeOf(who);
  if (campaign !== null && (await store.findCampaignName(who.workspaceId, sql, scope, campaign)) === null)
    throw notFound('This campaign');
  const source =
    campaign === null || variant === null
      ? null
      : await findSource(who.workspaceId, sql, scope, { campaignId: campaign, variantId: variant });
  return {
    ...draft,
    name: draft.name === '' ? 'Untitled test' : draft.name,
    sender_ids: await requireParts(who, sql, draft),
    seed_ids: seedIds,
    every_days: draft.type === 'auto' ? draft.every_days : null,
    cron: draft.type === 'auto' ? draft.cron : null,
    source,
    draft,
  };
}

/** Keeps what somebody has described so far. Nothing of it runs. @throws SkeinError NOT_FOUND for parts of others */
export async function addDraft(deps: ServiceDeps, who: Who, draft: Draft) {
  const seedIds = await deps.db.systemSql((sql) => chooseSeeds(sql, who.workspaceId, draft));
  const id = await deps.db.tenantSql(who.workspaceId, async (sql) =>
    store.addDraft(who.workspaceId, sql, await rowOf(who, sql, draft, seedIds), {
      created_at: nowOf(deps),
      created_by: who.userId,
      client_id: who.client?.id ?? null,
    }),
  );
  return { id };
}

/** Keeps a draft again, as it is now. @throws SkeinError NOT_FOUND */
export async function saveDraft(deps: ServiceDeps, who: Who, id: number, draft: Draft) {
  const seedIds = await deps.db.systemSql((sql) => chooseSeeds(sql, who.workspaceId, draft));
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await store.findDraft(who.workspaceId, sql, scopeOf(who), id))) throw notFound('This draft');
    await store.saveDraft(who.workspaceId, sql, id, await rowOf(who, sql, draft, seedIds));
  });
  return { done: true } as const;
}

/** A draft in full. @throws SkeinError NOT_FOUND */
export async function readDraft(deps: ServiceDeps, who: Who, id: number) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await store.findDraft(who.workspaceId, sql, scopeOf(who), id);
    if (!found) throw notFound('This draft');
    const test = draftedTest.parse(found.draft);
    const campaign =
      test.campaign_id === null
        ? null
        : await store.findCampaignName(who.workspaceId, sql, scopeOf(who), test.campaign_id);
    return { test, campaign };
  });
}

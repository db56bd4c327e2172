import type { CampaignId } from '@skein/contracts/ids';
import { seedKindsOfLeads } from '@skein/contracts/smart-delivery/placement-new-test';
import type { ServiceDeps } from '#platform/http/service-deps';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { likeLeads } from './like-leads';
import { findCampaignName } from './drafts.store';
import { countLeadProviders, findSeedProviders } from './lead-shares.store';
import { scopeOf, type Who } from './placement-tests';
import { chooseSeeds, type SeedChoice } from './seed-choice.store';

/** Leads of each provider. @throws SkeinError NOT_FOUND for somebody else's campaign */
async function leadsOf(deps: ServiceDeps, who: Who, campaignId: CampaignId | null) {
  const rows = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (campaignId !== null && (await findCampaignName(who.workspaceId, sql, scopeOf(who), campaignId)) === null)
      throw notFound('This campaign');
    return countLeadProviders(who.workspaceId, sql, scopeOf(who), campaignId);
  });
  return new Map(rows.map(({ provider, leads }) => [provider, leads]));
}

const everySeed: SeedChoice = { providers: [], regions: [], seed_groups: [] };

/** Providers of leads, and the seeds that a test with the same shares takes. @throws SkeinError NOT_FOUND */
export async function readLeadShares(deps: ServiceDeps, who: Who, campaignId: CampaignId | undefined) {
  const leads = await leadsOf(deps, who, campaignId ?? null);
  const seeds = await deps.db.systemSql(async (sql) =>
    findSeedProviders(sql, await chooseSeeds(sql, who.workspaceId, everySeed)),
  );
  const chosen = new Set(likeLeads(seeds, leads));
  return {
    leads: [...leads.values()].reduce((sum, each) => sum + each, 0),
    rows: seedKindsOfLeads.map((provider) => {
      const own = seeds.filter((seed) => seed.provider === provider);
      return {
        provider,
        leads: leads.get(provider) ?? 0,
        seeds: own.length,
        chosen: own.filter(({ id }) => chosen.has(id)).length,
      };
    }),
  };
}

/** The seeds of a new test. @throws SkeinError VALIDATION for shares of leads that are not there, NOT_FOUND for somebody else's campaign */
export async function seedsFor(
  deps: ServiceDeps,
  who: Who,
  choice: SeedChoice & { like_leads: boolean; campaign_id: CampaignId | null },
): Promise<number[]> {
  const ids = await deps.db.systemSql((sql) => chooseSeeds(sql, who.workspaceId, choice));
  if (!choice.like_leads) return ids;
  const leads = await leadsOf(deps, who, choice.campaign_id);
  if (leads.size === 0)
    throw new SkeinError('VALIDATION', 'There are no leads yet whose providers the seeds could follow.', [
      { field: 'like_leads', message: 'needs leads' },
    ]);
  return likeLeads(await deps.db.systemSql((sql) => findSeedProviders(sql, ids)), leads);
}

import type { CampaignId } from '@skein/contracts/ids';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { SmartServersDeps } from './deps';
import { findByServer } from './figures.store';
import * as groups from './groups.store';
import { loadGroups } from './server-views';
import { memberOf, named, nowOf, publish, requireGroup } from './server-groups';

type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;

/**
 * Sends campaigns through a group, all or none. A campaign has at most one group, and a group serves the campaigns of one client: the first
 * campaigns that are mapped transfer it to theirs.
 * @throws SkeinError NOT_FOUND, CONFLICT
 */
export const mapCampaigns = (deps: SmartServersDeps, who: Who, groupId: number, campaignIds: readonly CampaignId[]) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const ids = [...new Set(campaignIds)].sort((one, other) => one - other);
    // In the order in which everything locks: campaigns before what belongs to the group.
    await groups.lockCampaigns(who.workspaceId, sql, ids);
    const group = await requireGroup(who, sql, groupId, true);
    const found = await groups.findCampaigns(who.workspaceId, sql, { ids, memberId: memberOf(who) });
    if (found.length !== ids.length) throw notFound('One of these campaigns', 'campaign');
    const elsewhere = found.filter((each) => each.group_id !== null && each.group_id !== groupId);
    if (elsewhere.length > 0)
      throw new SkeinError(
        'CONFLICT',
        `A campaign sends through one group at most: ${elsewhere
          .slice(0, 3)
          .map(({ name, group_name }) => `${name} sends through ${group_name ?? 'another'}`)
          .join(', ')}. Nothing was changed.`,
      );
    const [first] = found;
    const clientId = first?.client_id ?? null;
    const others = found.filter((each) => each.client_id !== clientId);
    if (others.length > 0)
      throw new SkeinError('CONFLICT', 'These campaigns belong to different clients. A group serves one client.');
    const present = (await groups.findCampaigns(who.workspaceId, sql, { isMapped: true, memberId: null })).filter(
      (each) => each.group_id === groupId && each.client_id !== clientId,
    );
    if (present.length > 0)
      throw new SkeinError(
        'CONFLICT',
        `${group.name} already sends for another client (${named(present)}). A group serves the campaigns of one client.`,
      );
    await groups.mapCampaigns(who.workspaceId, sql, {
      groupId,
      campaignIds: ids,
      at: new Date(nowOf(deps)),
      userId: who.userId,
    });
    if (group.client_id !== clientId)
      await groups.writeGroup(who.workspaceId, sql, groupId, { ...group, client_id: clientId });
    await publish(deps, sql, who.workspaceId);
    return { mapped: ids.length, client_id: clientId };
  });

export const unmapCampaign = (deps: SmartServersDeps, who: Who, groupId: number, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireGroup(who, sql, groupId);
    const [campaign] = await groups.findCampaigns(who.workspaceId, sql, {
      ids: [campaignId],
      memberId: memberOf(who),
    });
    if (!campaign || !(await groups.unmapCampaign(who.workspaceId, sql, groupId, campaignId)))
      throw notFound('This campaign', 'campaign');
    await publish(deps, sql, who.workspaceId);
    return { done: true } as const;
  });

export const listChoices = (deps: SmartServersDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    rows: (await groups.findCampaigns(who.workspaceId, sql, { memberId: memberOf(who) })).map((campaign) => ({
      ...campaign,
      leads_left: 0,
      sent_24h: 0,
    })),
  }));

/** What the campaign's tab shows. @throws SkeinError NOT_FOUND */
export const readCampaign = (deps: SmartServersDeps, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [campaign] = await groups.findCampaigns(who.workspaceId, sql, {
      ids: [campaignId],
      memberId: memberOf(who),
    });
    if (!campaign) throw notFound('This campaign', 'campaign');
    const loaded = await loadGroups(who.workspaceId, sql, { now: nowOf(deps), memberId: memberOf(who) });
    const group = loaded.groups.find(({ id }) => id === campaign.group_id) ?? null;
    const domains = await groups.findSenderDomains(who.workspaceId, sql, campaignId);
    return {
      is_sandbox: deps.isSandbox,
      group,
      mapped_at: campaign.mapped_at?.toISOString() ?? null,
      groups: loaded.groups.map(({ id, name, client_name, servers }) => ({
        id,
        name,
        client_name,
        servers: servers.length,
      })),
      by_server: await findByServer(who.workspaceId, sql, campaignId),
      other_domains: group === null ? [] : domains.filter((domain) => domain !== group.domain),
    };
  });

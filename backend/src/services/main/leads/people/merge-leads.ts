import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { deletePlaces, holdEverywhere, settlePlaces, suppressLeads, wakeCampaign } from '#lifecycle/lifecycle.api';
import type { Who } from '#access/access.api';
import { requireLead, viewLead } from './lead';
import { copyDecisions, findShared, mergeRows } from './merge-leads.store';

/**
 * Takes another lead into this one. In a campaign that both are in, the one that was reached stays; where both were,
 * their histories cannot become one, and the merge is refused with the campaign's name. Whoever of the two unsubscribed
 * or must not be contacted is so for both.
 * @throws SkeinError VALIDATION, NOT_FOUND, CONFLICT
 */
export const mergeLeads = (
  deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>,
  who: Who,
  keepId: number,
  otherId: number,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (keepId === otherId) throw invalidField('other_lead_id', 'is this lead itself');
    const at = new Date(deps.campaignClock.now());
    // In the order of ids, so that two merges the other way round wait for each other.
    for (const id of [keepId, otherId].sort((one, other) => one - other)) await requireLead(sql, who, id, true);
    const keep = await requireLead(sql, who, keepId);
    const other = await requireLead(sql, who, otherId);
    // What is reserved for the other was addressed to its address.
    await holdEverywhere(who.workspaceId, sql, [keepId, otherId], 'ADDRESS_CHANGED');
    const shared = await findShared(who.workspaceId, sql, keepId, otherId);
    const both = shared.find((row) => row.keep_reached && row.other_reached);
    if (both)
      throw new SkeinError('CONFLICT', `Both have begun in ${both.name}. Remove one of them from that campaign first.`);
    await deletePlaces(
      who.workspaceId,
      sql,
      shared.map((row) => (row.other_reached ? row.keep_id : row.other_id)),
    );
    await mergeRows(who.workspaceId, sql, { keepId, other, at });
    if (keep.is_unsubscribed !== other.is_unsubscribed)
      await suppressLeads(who.workspaceId, sql, [keepId], {
        source: 'unsubscribe',
        reason: 'Merged with a lead that unsubscribed',
        userId: who.userId,
        clientId: null,
        at,
      });
    const decisions = await copyDecisions(who.workspaceId, sql, keep.email, other.email);
    const hasUnsubscribed = keep.is_unsubscribed || other.is_unsubscribed;
    const { open } = await settlePlaces(who.workspaceId, sql, keepId, (place) => {
      const covering = decisions.filter(
        (decision) => decision.client_scope === 0 || decision.client_scope === place.client_id,
      );
      if (!hasUnsubscribed && covering.length === 0) return null;
      return hasUnsubscribed || covering.some((decision) => decision.source === 'unsubscribe')
        ? { reason: 'UNSUBSCRIBED', at, isUnsubscribed: true }
        : { reason: 'DO_NOT_CONTACT', at };
    });
    for (const campaignId of new Set(open.map((place) => place.campaign_id)))
      await wakeCampaign(who.workspaceId, sql, campaignId, at.getTime());
    await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${keepId}`, 'campaigns', 'inbox']);
    return viewLead(sql, who, keepId);
  });

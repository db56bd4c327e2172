import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  cancelReservedFor,
  deleteEnrolments,
  findBusy,
  lockEnrolmentsOfLead,
  lockOpenEnrolments,
  suppressLeads,
  endLeads,
  wakeCampaign,
} from '#lifecycle/lifecycle.api';
import type { Who } from '#access/access.api';
import { requireLead, viewLead } from './manage-lead';
import { copyDecisions, findShared, mergeRows } from './merge-leads.store';

/**
 * Takes another lead into this one. In a campaign that both are in, the one that was reached stays; where both were, their histories cannot become
 * one, and the merge is refused with the campaign's name. Whoever of the two unsubscribed or must not be contacted is so for both.
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
    const enrolments = [
      ...(await lockEnrolmentsOfLead(who.workspaceId, sql, keepId)),
      ...(await lockEnrolmentsOfLead(who.workspaceId, sql, otherId)),
    ];
    // What is reserved for the other was addressed to its address.
    await cancelReservedFor(who.workspaceId, sql, enrolments, 'ADDRESS_CHANGED');
    if ((await findBusy(who.workspaceId, sql, enrolments)).size > 0)
      throw new SkeinError('CONFLICT', 'An email to one of them is being sent right now. Try again in a minute.');
    const shared = await findShared(who.workspaceId, sql, keepId, otherId);
    const both = shared.find((row) => row.keep_reached && row.other_reached);
    if (both)
      throw new SkeinError('CONFLICT', `Both have begun in ${both.name}. Remove one of them from that campaign first.`);
    await deleteEnrolments(
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
    const goingOn = new Set<number>();
    for (const row of await lockOpenEnrolments(who.workspaceId, sql, [keepId])) {
      const covering = decisions.filter(
        (decision) => decision.client_scope === 0 || decision.client_scope === row.client_id,
      );
      if (hasUnsubscribed || covering.length > 0)
        await endLeads(
          sql,
          [row.id],
          hasUnsubscribed || covering.some((decision) => decision.source === 'unsubscribe')
            ? { reason: 'UNSUBSCRIBED', at, isUnsubscribed: true }
            : { reason: 'DO_NOT_CONTACT', at },
        );
      else goingOn.add(row.campaign_id);
    }
    for (const campaignId of goingOn) await wakeCampaign(who.workspaceId, sql, campaignId, at.getTime());
    await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${keepId}`, 'campaigns', 'inbox']);
    return viewLead(sql, who, keepId);
  });

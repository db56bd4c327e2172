import type { LeadId } from '@skein/contracts/ids';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { requireTags } from '#labels/labels.api';
import { requireLead, viewLead } from './lead';
import { changeLeadTags, findTagMapping } from './tag-leads.store';

/** Adds tags to a lead and takes others away. @throws SkeinError NOT_FOUND, VALIDATION for a tag that is not the workspace's */
export const tagLead = (
  deps: Pick<MainDeps, 'db' | 'live'>,
  who: Who,
  leadId: LeadId,
  change: { tag_ids: readonly number[]; remove_tag_ids: readonly number[] },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId, true);
    await requireTags(sql, who, change.tag_ids);
    await changeLeadTags(who.workspaceId, sql, [leadId], { add: change.tag_ids, remove: change.remove_tag_ids });
    await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${leadId}`]);
    return viewLead(sql, who, leadId);
  });

/** Takes one tag off a lead, by the id of their connection. @throws SkeinError NOT_FOUND */
export const untagLead = (deps: Pick<MainDeps, 'db' | 'live'>, who: Who, mappingId: number): Promise<void> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mapping = await findTagMapping(who.workspaceId, sql, mappingId);
    if (!mapping) throw notFound('This tag');
    await requireLead(sql, who, mapping.lead_id);
    await changeLeadTags(who.workspaceId, sql, [mapping.lead_id], { add: [], remove: [mapping.tag_id] });
    await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${mapping.lead_id}`]);
  });

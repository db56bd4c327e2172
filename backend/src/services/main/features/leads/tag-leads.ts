import { invalidField } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import type { Who } from '../campaigns/campaign-scope';
import { countTags } from '../lead-lists/lead-lists.store';
import { requireLead, viewLead } from './manage-lead';
import { changeLeadTags } from './tag-leads.store';

/** Adds tags to a lead and takes others away. @throws SkeinError NOT_FOUND, VALIDATION for a tag that is not the workspace's */
export const tagLead = (deps: Pick<MainDeps, 'db' | 'live'>, who: Who, leadId: number, change: { tag_ids: readonly number[]; remove_tag_ids: readonly number[] }) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  await requireLead(sql, who, leadId, true);
  if ((await countTags(who.workspaceId, sql, change.tag_ids)) !== new Set(change.tag_ids).size) throw invalidField('tag_ids', 'name a tag that does not exist');
  await changeLeadTags(who.workspaceId, sql, [leadId], { add: change.tag_ids, remove: change.remove_tag_ids });
  await deps.live.publish(sql, who.workspaceId, ['leads', `lead:${leadId}`]);
  return viewLead(sql, who, leadId);
});

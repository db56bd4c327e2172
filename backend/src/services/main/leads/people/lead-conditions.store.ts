import type { WorkspaceId } from '@skein/contracts/ids';
import type { LeadFilter } from '@skein/contracts/main/leads.contract';
import { Conditions } from '#platform/db/conditions';
import { addEmailStatus } from '#lifecycle/lifecycle.api';
import { addListScope } from '../list-access/list-access.store';
import { addEnrolmentScope, isScoped, type CampaignScope } from '#access/access.api';

/** Conditions of a part of a statement, with their values among those of the whole. */
export function partOf(where: Conditions, fill: (part: Conditions) => void): string {
  const part = new Conditions(...where.values);
  fill(part);
  where.values.splice(0, where.values.length, ...part.values);
  return part.sql;
}

/** The enrolments `x` of a lead `l` that somebody sees. */
const enrolmentsOf = (where: Conditions, scope: CampaignScope): string =>
  isScoped(scope)
    ? `from enrolment x join campaign xc on xc.id = x.campaign_id where x.lead_id = l.id
      and ${partOf(where, (part) => addEnrolmentScope(part, scope, 'x', 'xc'))}`
    : 'from enrolment x where x.lead_id = l.id';

/** What a client or a limited member sees: leads `l` of the campaigns and lists in their scope. */
export function leadScope(where: Conditions, scope: CampaignScope): string {
  const lists = partOf(where, (part) => addListScope(part, scope, scope.memberId ?? 0, 'yt'));
  return `
    exists (select ${enrolmentsOf(where, scope)})
      or exists (
        select from lead_list_member y join lead_list yt on yt.id = y.list_id where y.lead_id = l.id and ${lists}
      )
  `;
}

export function addLeadScope(where: Conditions, scope: CampaignScope): void {
  if (isScoped(scope)) where.add(leadScope(where, scope));
}

export const open = `x.status IN ('STARTED', 'INPROGRESS', 'PAUSED')`;

/** What matches, of named leads only or without some. */
export interface LeadQuery extends LeadFilter {
  ids?: readonly number[];
  excludedIds?: readonly number[];
}

export function conditionsOf(workspaceId: WorkspaceId, scope: CampaignScope, filter: LeadQuery): Conditions {
  const where = new Conditions();
  where.add('l.workspace_id = ?', workspaceId);
  addLeadScope(where, scope);
  if (filter.ids) where.add('l.id = ANY(?)', [...filter.ids]);
  if (filter.excludedIds?.length) where.add('l.id <> ALL(?)', [...filter.excludedIds]);
  if (filter.list_id)
    where.add('exists (select from lead_list_member y where y.list_id = ? and y.lead_id = l.id)', filter.list_id);
  if (filter.tag_ids?.length)
    where.add('exists (select from lead_tag y where y.lead_id = l.id and y.tag_id = any(?))', filter.tag_ids);
  if (filter.email) where.add('l.email = ?', filter.email);
  if (filter.domain) where.add('l.domain = ?', filter.domain);
  if (filter.search && filter.search.length < 3) where.add('starts_with(l.email, lower(?))', filter.search);
  if (filter.providers?.length) where.add('l.provider = ANY(?)', filter.providers);
  if (filter.is_unsubscribed !== undefined)
    where.add(filter.is_unsubscribed ? 'l.is_unsubscribed' : 'NOT l.is_unsubscribed');
  if (filter.is_bounced !== undefined) where.add(filter.is_bounced ? 'l.is_bounced' : 'NOT l.is_bounced');
  if (filter.verification?.length)
    where.add(
      `l.verification = ANY(?)${filter.verification.includes('NONE') ? ' or l.verification is null' : ''}`,
      filter.verification,
    );
  if (filter.upload_id) where.add('l.upload_id = ?', filter.upload_id);
  if (filter.created_after) where.add('l.created_at > ?', new Date(filter.created_after));
  const parts: string[] = [];
  if (filter.campaign_id) parts.push(`x.campaign_id = ${where.value(filter.campaign_id)}`);
  if (filter.lead_statuses?.length) parts.push(`x.status = ANY(${where.value(filter.lead_statuses)})`);
  if (filter.category_ids?.length) parts.push(`x.category_id = ANY(${where.value(filter.category_ids)})`);
  for (const status of filter.email_statuses ?? [])
    parts.push(partOf(where, (part) => addEmailStatus(part, status, 'x')));
  if (filter.client_id?.length)
    parts.push(
      `x.campaign_id in (select id from campaign where workspace_id = ${where.value(workspaceId)}
        and client_id = any(${where.value(filter.client_id)}))`,
    );
  // What others do with a lead that they mail too is nothing by which somebody of a narrower scope finds it.
  if (parts.length > 0) where.add(`exists (select ${enrolmentsOf(where, scope)} and ${parts.join(' AND ')})`);
  if (filter.lead_type) {
    const any = enrolmentsOf(where, scope);
    // The index enrolment_lead_states answers this alone.
    const isOpen = `exists (select ${any} and ${open})`;
    where.add(
      filter.lead_type === 'active'
        ? isOpen
        : filter.lead_type === 'yet_to_use'
          ? `not exists (select ${any})`
          : `exists (select ${any}) and not ${isOpen}`,
    );
  }
  return where;
}

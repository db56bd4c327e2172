import { shortestSearch, type FoundRecords } from '@skein/contracts/main/search.contract';
import { permits, type Permission } from '@skein/contracts/permissions';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { newestCampaigns } from '#campaigns/campaigns.api';
import { listConversations } from '#inbox/inbox.api';
import { searchLeads } from '#leads/leads.api';
import { filterOf, findNewestMailboxes, mailboxDeps } from '#mailboxes/mailboxes.api';

const perKind = 5;

/**
 * What the command palette finds. Each kind is read by the query of its own list, with that list's permission and scope, so
 * the palette shows nothing that the list would hide.
 */
export async function searchRecords(deps: MainDeps, actor: RequestActor, search: string): Promise<FoundRecords> {
  const ifAllowed = async <Row>(permission: Permission, shortest: number, find: () => Promise<Row[]>) =>
    permits(actor, permission) && search.length >= shortest ? find() : [];
  const [campaigns, leads, mailboxes, conversations] = await Promise.all([
    ifAllowed('campaign.read', shortestSearch, () => campaignsOf(deps, actor, search)),
    ifAllowed('lead.read', shortestSearch + 1, () => searchLeads(deps, actor, search, perKind)),
    ifAllowed('mailbox.read', shortestSearch, () => mailboxesOf(deps, actor, search)),
    ifAllowed('inbox.read', shortestSearch + 1, () => conversationsOf(deps, actor, search)),
  ]);
  return { campaigns, leads, mailboxes, conversations };
}

const campaignsOf = (deps: MainDeps, actor: RequestActor, search: string) =>
  deps.db.tenantSql(actor.workspaceId, (sql) =>
    newestCampaigns(sql, actor, { filter: { search }, by: 'updated_at', limit: perKind }),
  );

const mailboxesOf = (deps: MainDeps, actor: RequestActor, search: string) =>
  findNewestMailboxes(mailboxDeps(deps), actor.workspaceId, { ...filterOf(actor, { search }), limit: perKind });

async function conversationsOf(deps: MainDeps, actor: RequestActor, search: string) {
  const { rows } = await listConversations(deps, actor, { search, limit: perKind });
  return rows.map(({ enrolment_id, lead, subject, campaign }) => ({
    enrolment_id,
    lead,
    subject,
    campaign_name: campaign.name,
  }));
}

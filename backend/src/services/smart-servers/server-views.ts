import type { WorkspaceId } from '@skein/contracts/ids';
import type { MappedCampaign, ServerGroup, ServerRow } from '@skein/contracts/smart-servers/server-shapes';
import { serverMonthlyCents, stepKinds } from '@skein/contracts/smart-servers/server-limits';
import type { SqlClient } from '#platform/db/database';
import { isMinorList } from './block-lists';
import { findCampaignFigures, findFigures, type ServerFigures } from './figures.store';
import { findCampaigns, findGroups, type CampaignRecord, type GroupRecord } from './groups.store';
import { findPayments, type ServerPaymentRecord } from './payments.store';
import { allowedOn, reputationOf } from './ramp';
import {
  findListings,
  findServers,
  findSteps,
  type ListingRecord,
  type ServerRecord,
  type StepRecord,
} from './servers.store';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Why a server sends nothing now; null while it is in rotation. @param now campaign time in milliseconds */
function outReason(server: ServerRecord, now: number): string | null {
  if (server.status === 'AWAITING_PAYMENT') return 'Awaiting payment';
  if (server.status === 'PROVISIONING') return 'Being set up';
  if (server.status === 'DELETING' || server.status === 'DELETED') return 'Being deleted';
  if (!server.is_reachable) return server.unreachable_text ?? 'It does not answer';
  if (server.rest_until && server.rest_until.getTime() > now) return server.rest_reason ?? 'Rests';
  return null;
}

const allowedOf = (server: ServerRecord): number =>
  server.status === 'ACTIVE' ? server.daily_limit : allowedOn(server.warm_day, server.daily_limit);

function viewServer(
  server: ServerRecord,
  of: {
    steps: StepRecord[];
    listings: ListingRecord[];
    figures: ServerFigures | undefined;
    groupSent: number;
    now: number;
  },
): ServerRow {
  const { figures, now } = of;
  const out = outReason(server, now);
  const listed = of.listings.filter(({ is_listed, list }) => is_listed && !isMinorList(list)).map(({ list }) => list);
  const waiting = of.steps.find(({ state }) => state !== 'DONE');
  const { verdicts } = server.checks;
  const worst = (['fail', 'warn', 'unknown', 'pass'] as const).find((verdict) =>
    [verdicts?.reverse_dns.verdict, verdicts?.forward.verdict].includes(verdict),
  );
  return {
    id: server.id,
    number: server.number,
    host_name: server.host_name,
    ip: server.ip,
    status: server.status === 'DELETED' ? 'DELETING' : server.status,
    in_rotation: out === null,
    out_reason: out,
    rest_until: server.rest_until && server.rest_until.getTime() > now ? iso(server.rest_until) : null,
    is_reachable: server.is_reachable,
    unreachable_since: iso(server.unreachable_since),
    ordered_at: server.ordered_at.toISOString(),
    ready_at: iso(server.ready_at),
    warm_day: server.warm_day,
    daily_limit: server.daily_limit,
    allowed: allowedOf(server),
    sent_24h: figures?.sent_24h ?? 0,
    share: of.groupSent === 0 ? 0 : Math.round(((figures?.sent_24h ?? 0) * 100) / of.groupSent),
    reputation: reputationOf({
      sent: figures?.sent ?? 0,
      bounced: figures?.bounced ?? 0,
      replied: figures?.replied ?? 0,
      deferred: figures?.deferred ?? 0,
      refused: figures?.refused ?? 0,
      listed: listed.length,
    }),
    lists: of.listings.filter(({ is_listed }) => is_listed !== null).length,
    listed,
    reverse_dns: worst ?? 'unknown',
    steps_done: of.steps.filter(({ state }) => state === 'DONE').length,
    step: stepKinds.find((kind) => kind === waiting?.kind) ?? null,
    step_failed: waiting?.state === 'FAILED',
  };
}

const viewCampaign = (
  campaign: CampaignRecord,
  figures: { sent_24h: number; leads_left: number } | undefined,
): MappedCampaign => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  client_id: campaign.client_id,
  client_name: campaign.client_name,
  leads_left: figures?.leads_left ?? 0,
  sent_24h: figures?.sent_24h ?? 0,
});

const viewPayments = (payments: readonly ServerPaymentRecord[], awaiting: number) => {
  const paid = payments.filter(({ status, servers }) => status === 'PAID' && servers > 0);
  const first = (dates: (Date | null)[]) =>
    iso(dates.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one), null));
  return {
    monthly_cents: paid.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
    paid_until: first(paid.map(({ paid_until: until }) => until)),
    ends_at: first(payments.filter(({ status }) => status === 'ENDED').map(({ ends_at: end }) => end)),
    awaiting_payment:
      awaiting === 0
        ? null
        : {
            servers: awaiting,
            monthly_cents: awaiting * serverMonthlyCents,
            failure: payments.findLast(({ status }) => status !== 'PAID' && status !== 'ENDED')?.failure ?? null,
          },
  };
};

export interface Loaded {
  groups: ServerGroup[];
  records: Map<number, GroupRecord>;
  servers: Map<number, ServerRecord>;
  steps: StepRecord[];
  listings: ListingRecord[];
  figures: Map<number, ServerFigures>;
}

/** Groups with their servers and campaigns as the pages show them. @param now campaign time in milliseconds */
export async function loadGroups(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  options: { now: number; memberId: number | null; groupId?: number },
): Promise<Loaded> {
  const at = new Date(options.now);
  const groups = await findGroups(workspaceId, sql, options.groupId === undefined ? {} : { id: options.groupId });
  const servers = await findServers(
    workspaceId,
    sql,
    options.groupId === undefined ? {} : { groupId: options.groupId },
  );
  const ids = servers.map(({ id }) => id);
  const steps = await findSteps(workspaceId, sql, ids);
  const listings = await findListings(workspaceId, sql, ids);
  const figures = await findFigures(workspaceId, sql, ids, at);
  const payments = await findPayments(workspaceId, sql, options.groupId ?? null);
  const campaigns = await findCampaigns(workspaceId, sql, { isMapped: true, memberId: options.memberId });
  const campaignFigures = await findCampaignFigures(
    workspaceId,
    sql,
    campaigns.map(({ id }) => id),
    at,
  );
  return {
    records: new Map(groups.map((group) => [group.id, group])),
    servers: new Map(servers.map((server) => [server.id, server])),
    steps,
    listings,
    figures,
    groups: groups.map((group) => {
      const own = servers.filter(({ group_id }) => group_id === group.id);
      const sent = own.reduce((sum, { id }) => sum + (figures.get(id)?.sent_24h ?? 0), 0);
      return {
        ...group,
        created_at: group.created_at.toISOString(),
        sent_24h: sent,
        ...viewPayments(
          payments.filter(({ group_id }) => group_id === group.id),
          own.filter(({ status }) => status === 'AWAITING_PAYMENT').length,
        ),
        campaigns: campaigns
          .filter(({ group_id }) => group_id === group.id)
          .map((campaign) => viewCampaign(campaign, campaignFigures.get(campaign.id))),
        servers: own.map((server) =>
          viewServer(server, {
            steps: steps.filter(({ server_id }) => server_id === server.id),
            listings: listings.filter(({ server_id }) => server_id === server.id),
            figures: figures.get(server.id),
            groupSent: sent,
            now: options.now,
          }),
        ),
      };
    }),
  };
}

/** What has to be published at the DNS provider of the group's domain. */
export function recordsOf(server: ServerRecord, group: Pick<GroupRecord, 'domain'>, ips: readonly string[]) {
  return [
    { kind: 'HOST_NAME' as const, type: 'A' as const, name: server.host_name, value: server.ip ?? '' },
    {
      kind: 'SPF' as const,
      type: 'TXT' as const,
      name: group.domain,
      value: `v=spf1 ${ips.map((ip) => `ip4:${ip}`).join(' ')} -all`,
    },
    {
      kind: 'DKIM' as const,
      type: 'TXT' as const,
      name: `${server.dkim_selector}._domainkey.${group.domain}`,
      value: `v=DKIM1; k=rsa; p=${server.dkim_public ?? ''}`,
    },
    {
      kind: 'DMARC' as const,
      type: 'TXT' as const,
      name: `_dmarc.${group.domain}`,
      value: `v=DMARC1; p=quarantine; rua=mailto:dmarc@${group.domain}`,
    },
  ];
}

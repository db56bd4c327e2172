import type { MailboxId } from '@skein/contracts/ids';
import { fleetShown, type FleetView } from '@skein/contracts/main/fleet.contract';
import { burnOutOf, signatureIssue } from '#engine/fleet/burn-out';
import { DAY_MS } from '@skein/template/zone-clock';
import { localDay } from '#engine/sending/local-day';
import type { Database } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { scopeOf } from '#access/access.api';
import { requireVisible } from '../connections/connect-mailbox';
import type { MailboxDeps } from '../connections/mailboxes.deps';
import { updateMailbox } from '../connections/mailboxes';
import { burnOutFacts } from './burn-out-facts';
import { countWaitingLeads, findFleet, type FleetRow } from './fleet.store';

const shownIssues = 50;
const providers = ['GMAIL', 'OUTLOOK', 'OTHER'] as const;

/** All mailboxes that somebody may see as one fleet, the riskiest first. */
export async function getFleet(deps: { db: Database; now: () => number }, actor: RequestActor): Promise<FleetView> {
  const { clientId, memberId } = scopeOf(actor);
  const isWhole = clientId === null && memberId === null;
  const { rows, waiting } = await deps.db.tenantSql(actor.workspaceId, async (sql) => ({
    rows: await findFleet(actor.workspaceId, sql, new Date(deps.now()), { clientId, memberId }),
    waiting: isWhole ? await countWaitingLeads(actor.workspaceId, sql) : [],
  }));
  const ranked = rows
    .map((row) => ({ row, burnOut: burnOutOf(burnOutFacts(row)) }))
    .sort((one, other) => other.burnOut.risk - one.burnOut.risk || one.row.id - other.row.id);
  const sending = rows.filter(isSending);
  const count = (is: (row: FleetRow) => boolean) => rows.filter(is).length;
  const issues = rows.flatMap((row) => {
    const text = signatureIssue(row.from_name, row.signature);
    return text === null ? [] : [{ id: row.id, from_email: row.from_email, text }];
  });
  return {
    totals: {
      mailboxes: rows.length,
      sending: sending.length,
      resting: count((row) => row.resting_until !== null),
      warming: count((row) => row.is_warming),
      failing: count((row) => row.state === 'failing'),
      suspended: count((row) => row.state === 'suspended'),
      per_day: sending.reduce((sum, row) => sum + row.message_per_day, 0),
      high: ranked.filter(({ burnOut }) => burnOut.level === 'HIGH').length,
    },
    mailboxes: ranked.slice(0, fleetShown).map(({ row, burnOut }) => ({
      id: row.id,
      from_email: row.from_email,
      from_name: row.from_name,
      type: row.type,
      state: row.state,
      resting_until: row.resting_until?.toISOString() ?? null,
      message_per_day: row.message_per_day,
      risk: burnOut.risk,
      level: burnOut.level,
      reasons: burnOut.reasons.map(({ code, text }) => ({ code, text })),
    })),
    mix: isWhole
      ? providers.map((provider) => ({
          provider,
          mailboxes: sending.filter(({ type }) => providerOf(type) === provider).length,
          leads: waiting.find((each) => each.provider === provider)?.leads ?? 0,
        }))
      : null,
    checks: { total: issues.length, rows: issues.slice(0, shownIssues) },
  };
}

/**
 * Lets mailboxes rest until the start of a day by their own clock; 0 days ends the rest.
 * @throws SkeinError NOT_FOUND where one of them is not theirs
 */
export async function restMailboxes(
  deps: MailboxDeps,
  actor: RequestActor,
  mailboxIds: readonly MailboxId[],
  days: number,
): Promise<{ changed: number[] }> {
  const visible = await Promise.all([...new Set(mailboxIds)].map((id) => requireVisible(deps, actor, id)));
  const changed: number[] = [];
  for (const { id, time_zone: zone, resting_until: present, client_id: client } of visible) {
    const isResting = present !== null && present.getTime() > deps.now();
    if (days === 0 && !isResting) continue;
    const today = Date.parse(localDay(zone, deps.now()).date);
    const until = days === 0 ? null : new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    await updateMailbox(deps, actor, id, { resting_until: until, client_id: client });
    changed.push(id);
  }
  return { changed };
}

const isSending = (row: FleetRow): boolean => row.state === 'connected' && row.resting_until === null;
const providerOf = (type: string) => (type === 'GMAIL' || type === 'OUTLOOK' ? type : 'OTHER');

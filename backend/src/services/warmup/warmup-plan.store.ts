import { blockedReason } from '#engine/warmup/prerequisites';
import { nextPlanAt, planWarmupDay, rampGrows, type WarmupPartner } from '#engine/warmup/plan-warmup-day';
import { warmupIdentity } from '#engine/warmup/warmup-identity';
import { openerText } from '#engine/warmup/warmup-texts';
import { localDateAt } from '@skein/template/zone-clock';
import type { Database, SqlClient } from '#platform/db/database';
import { inItsTime } from '#platform/db/enabled-workspace';
import type { Live } from '#platform/live/live';
import { findPlanEnd } from '#platform/plans/plan-in-force.store';
import { expulsionReason } from '#engine/warmup/pool-conduct';
import { findPolicy } from './policy.store';
import { findPoolPartners } from './pool.store';
import { findPoolConduct, findSharedPartners, insertShared, putOut, type SharedPartner } from './shared-pool.store';
import { settingsOf } from './stored-settings';
import { factsOf, findWarmingMailboxes, type WarmupMailbox } from './warmup-mailbox.store';

export interface PlanDeps {
  db: Database;
  live: Pick<Live, 'publish'>;
  key: Uint8Array;
  /** Real time in milliseconds. */
  realNow: () => number;
}

/** A blocked mailbox, or one without a partner, is looked at again after this time. */
const lookAgainMs = 3_600_000;

interface Partner {
  email: string;
  name: string;
  mailboxId: number | null;
  /** Of another workspace of this installation. */
  shared: SharedPartner | null;
}

/**
 * Plans the day of one mailbox that is due: checks the prerequisites, chooses partners, writes the openers of the rest of its local day.
 * The row of the mailbox is locked for it, and each mail's Message-ID follows from mailbox, day and place: however often a day is planned,
 * nothing is planned twice.
 * @param now campaign time in milliseconds
 * @returns whether there was one
 */
export async function planDueMailbox(deps: PlanDeps, now: number): Promise<boolean> {
  return deps.db.systemSql(async (sql) => {
    const {
      rows: [due],
    } = await sql.query<{ mailbox_id: number; workspace_id: number }>(
      `
        select mailbox_id, workspace_id
        from warmup_mailbox
        where next_plan_at <= $1 and ${inItsTime('$1')}
        order by next_plan_at, mailbox_id
        limit 1
        for update skip locked
      `,
      [new Date(now)],
    );
    if (!due) return false;
    const all = await findWarmingMailboxes(due.workspace_id, sql, new Date(now));
    const mailbox = all.find(({ id }) => id === due.mailbox_id);
    if (!mailbox) {
      await sql.query('delete from warmup_mailbox where mailbox_id = $1', [due.mailbox_id]);
      return true;
    }
    // Warmup ends with the plan, as emails of campaigns do, and resumes when it is renewed.
    const blocked = blockedReason(factsOf(mailbox)) ?? (await findPlanEnd(sql, due.workspace_id, deps.realNow()));
    if (blocked !== null) await block(sql, mailbox, blocked, now);
    else await planDay(deps, sql, { mailbox, partners: await partnersOf(sql, mailbox, all, now), now });
    await deps.live.publish(sql, due.workspace_id, ['mailboxes', `mailbox:${due.mailbox_id}`]);
    return true;
  });
}

async function block(sql: SqlClient, mailbox: WarmupMailbox, reason: string, now: number): Promise<void> {
  await sql.query(
    `
      update warmup_mailbox
      set blocked_at = case when blocked_reason is null then $3 else blocked_at end, blocked_reason = $2,
        next_plan_at = $4
      where mailbox_id = $1
    `,
    [mailbox.id, reason, new Date(now), new Date(now + lookAgainMs)],
  );
  await sql.query(
    `
      update warmup_mail
      set state = 'CANCELLED', failure_text = $2
      where workspace_id = $3 and from_mailbox_id = $1 and state = 'PLANNED'
    `,
    [mailbox.id, reason, mailbox.workspace_id],
  );
}

/**
 * The workspace's own mailboxes that warm up as well, the outside pool, and those of other workspaces that share;
 * nobody who is a lead of the workspace.
 */
async function partnersOf(
  sql: SqlClient,
  mailbox: WarmupMailbox,
  all: readonly WarmupMailbox[],
  now: number,
): Promise<Partner[]> {
  const seed = `${mailbox.id}:${localDateAt(mailbox.time_zone, now)}`;
  const own = all
    .filter((other) => other.id !== mailbox.id && blockedReason(factsOf(other)) === null)
    .map((other): Partner => ({ email: other.from_email, name: other.from_name, mailboxId: other.id, shared: null }));
  const pool = (await findPoolPartners(sql, seed)).map((member): Partner => ({
    email: member.email,
    name: member.name,
    mailboxId: null,
    shared: null,
  }));
  const shared = await sharedPartnersOf(sql, mailbox, now, seed);
  const found = [
    ...own,
    ...[...pool, ...shared].filter(({ email }) => !all.some((other) => other.from_email === email)),
  ];
  const { rows: leads } = await sql.query<{ email: string }>(
    'select email from lead where workspace_id = $1 and email = any($2::text[])',
    [mailbox.workspace_id, found.map(({ email }) => email)],
  );
  const isLead = new Set(leads.map(({ email }) => email));
  return found.filter(({ email }) => !isLead.has(email));
}

/** Nobody for a workspace that does not share. One whose emails harm the pool is put out here, before it plans more of them. */
async function sharedPartnersOf(sql: SqlClient, mailbox: WarmupMailbox, now: number, seed: string): Promise<Partner[]> {
  const policy = await findPolicy(mailbox.workspace_id, sql);
  if (!policy.shares_pool) return [];
  const reason = expulsionReason(await findPoolConduct(sql, mailbox.workspace_id, new Date(now)));
  if (reason !== null) {
    await putOut(sql, mailbox.workspace_id, reason, new Date(now));
    return [];
  }
  return (await findSharedPartners(sql, mailbox, new Date(now), seed)).map((partner) => ({
    email: partner.email,
    name: partner.name,
    mailboxId: null,
    shared: partner,
  }));
}

/** A mailbox, its partners, and the moment it is planned at. */
interface DayToPlan {
  mailbox: WarmupMailbox;
  partners: readonly Partner[];
  now: number;
}

async function planDay(deps: PlanDeps, sql: SqlClient, { mailbox, partners, now }: DayToPlan): Promise<void> {
  const settings = settingsOf(mailbox.id, mailbox.warmup);
  const today = localDateAt(mailbox.time_zone, now);
  const { rows: taken } = await sql.query<{ kind: string; to_email: string; position: number; state: string }>(
    `
      select kind, to_email, position, state
      from warmup_mail
      where workspace_id = $1 and from_mailbox_id = $2 and day = $3
    `,
    [mailbox.workspace_id, mailbox.id, today],
  );
  const counted = taken.filter(({ state }) => state !== 'CANCELLED' && state !== 'FAILED');
  const openers = counted.filter(({ kind }) => kind === 'OPENER');
  // The ramp grows once a day, with the first plan of a day after one that had mails.
  const grows =
    mailbox.planned_day !== null &&
    mailbox.planned_day !== today &&
    mailbox.planned_amount > 0 &&
    rampGrows(settings, mailbox);
  const rampDay = mailbox.ramp_day + (grows ? 1 : 0);
  const plan = planWarmupDay({
    mailboxId: String(mailbox.id),
    timeZone: mailbox.time_zone,
    now,
    settings,
    rampDay,
    landings: mailbox,
    taken: counted.length,
    openersTaken: openers.length,
    partners: partners.map(({ email }): WarmupPartner => ({
      email,
      taken: openers.filter((mail) => mail.to_email === email).length,
    })),
  });
  // Places of mails that were cancelled are not used again: their Message-IDs are theirs.
  const first = 1 + Math.max(-1, ...taken.filter(({ kind }) => kind === 'OPENER').map(({ position }) => position));
  for (const [index, opener] of plan.openers.entries()) {
    const partner = partners.find(({ email }) => email === opener.to) as Partner;
    const place = { day: plan.day, position: first + index, sendAt: opener.sendAt };
    await insertOpener(deps, sql, { mailbox, partner, keyTag: settings.keyTag }, place);
  }
  const next =
    partners.length === 0 && plan.amount > 0
      ? now + lookAgainMs
      : nextPlanAt(now, mailbox.time_zone, String(mailbox.id));
  await sql.query(
    `
      update warmup_mailbox
      set blocked_reason = null, blocked_at = null, next_plan_at = $2, planned_day = $3, planned_amount = $4,
        ramp_day = $5
      where mailbox_id = $1
    `,
    [mailbox.id, new Date(next), plan.day, plan.amount, rampDay],
  );
}

/** Sender and recipient, and the tag that the owner's filters recognise warmup emails by. */
interface Opener {
  mailbox: WarmupMailbox;
  partner: Partner;
  keyTag: ReturnType<typeof settingsOf>['keyTag'];
}

/** Stores one planned opener, unless an email has its place already. */
async function insertOpener(
  deps: PlanDeps,
  sql: SqlClient,
  { mailbox, partner, keyTag }: Opener,
  { day, position, sendAt }: { day: string; position: number; sendAt: number },
): Promise<void> {
  const which = `opener:${mailbox.id}:${day}:${position}`;
  const identity = warmupIdentity(deps.key, which, mailbox.from_email);
  const text = openerText(which, { from: mailbox.from_name, to: partner.name }, keyTag);
  const {
    rows: [planned],
  } = await sql.query<{ id: string }>(
    `
      insert into warmup_mail (
        workspace_id, kind, from_mailbox_id, to_mailbox_id, from_email, from_name, to_email, day, position,
          send_at, message_id, envelope_id, subject, body_text, is_shared, shared_provider
      )
      values ($1, 'OPENER', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict (message_id)
      do nothing
      returning id
    `,
    [
      mailbox.workspace_id,
      mailbox.id,
      partner.mailboxId,
      mailbox.from_email,
      mailbox.from_name,
      partner.email,
      day,
      position,
      new Date(sendAt),
      identity.messageId,
      identity.envelopeId,
      text.subject,
      text.text,
      partner.shared !== null,
      partner.shared?.type ?? null,
    ],
  );
  if (planned && partner.shared)
    await insertShared(sql, planned.id, partner.shared, { kind: 'OPENER', subject: text.subject });
}

import { blockedReason } from '../../engine/warmup/prerequisites';
import { nextPlanAt, planWarmupDay, rampGrows, type WarmupPartner } from '../../engine/warmup/plan-warmup-day';
import { warmupIdentity } from '../../engine/warmup/warmup-identity';
import { openerText } from '../../engine/warmup/warmup-texts';
import { localDateAt } from '../../engine/sending/zone-clock';
import type { Database, SqlClient } from '../../platform/db/database';
import type { Live } from '../../platform/live/live';
import { findPool } from './pool.store';
import { settingsOf } from './stored-settings';
import { factsOf, findWarmingMailboxes, type WarmupMailbox } from './warmup-mailbox.store';

export interface PlanDeps {
  db: Database;
  live: Pick<Live, 'publish'>;
  key: Uint8Array;
}

/** A blocked mailbox, or one without a partner, is looked at again after this time. */
const lookAgainMs = 3_600_000;

interface Partner {
  email: string;
  name: string;
  mailboxId: number | null;
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
        where next_plan_at <= $1
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
    const blocked = blockedReason(factsOf(mailbox));
    if (blocked !== null) await block(sql, mailbox, blocked, now);
    else await planDay(deps, sql, mailbox, await partnersOf(sql, mailbox, all), now);
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

/** The workspace's own mailboxes that warm up as well, and the pool; nobody who is a lead of the workspace. */
async function partnersOf(sql: SqlClient, mailbox: WarmupMailbox, all: readonly WarmupMailbox[]): Promise<Partner[]> {
  const own = all
    .filter((other) => other.id !== mailbox.id && blockedReason(factsOf(other)) === null)
    .map((other): Partner => ({ email: other.from_email, name: other.from_name, mailboxId: other.id }));
  const pool = (await findPool(sql)).map((member): Partner => ({
    email: member.email,
    name: member.name,
    mailboxId: null,
  }));
  const found = [...own, ...pool.filter(({ email }) => !all.some((other) => other.from_email === email))];
  const { rows: leads } = await sql.query<{ email: string }>(
    'select email from lead where workspace_id = $1 and email = any($2::text[])',
    [mailbox.workspace_id, found.map(({ email }) => email)],
  );
  const isLead = new Set(leads.map(({ email }) => email));
  return found.filter(({ email }) => !isLead.has(email));
}

async function planDay(
  deps: PlanDeps,
  sql: SqlClient,
  mailbox: WarmupMailbox,
  partners: readonly Partner[],
  now: number,
): Promise<void> {
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
  // Places of mails that were taken back are not used again: their Message-IDs are theirs.
  const first = 1 + Math.max(-1, ...taken.filter(({ kind }) => kind === 'OPENER').map(({ position }) => position));
  for (const [index, opener] of plan.openers.entries()) {
    const partner = partners.find(({ email }) => email === opener.to) as Partner;
    const which = `opener:${mailbox.id}:${plan.day}:${first + index}`;
    const identity = warmupIdentity(deps.key, which, mailbox.from_email);
    const text = openerText(which, { from: mailbox.from_name, to: partner.name }, settings.keyTag);
    await sql.query(
      `
        insert into warmup_mail (
          workspace_id, kind, from_mailbox_id, to_mailbox_id, from_email, from_name, to_email, day, position,
            send_at, message_id, envelope_id, subject, body_text
        )
        values ($1, 'OPENER', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict (message_id)
        do nothing
      `,
      [
        mailbox.workspace_id,
        mailbox.id,
        partner.mailboxId,
        mailbox.from_email,
        mailbox.from_name,
        partner.email,
        plan.day,
        first + index,
        new Date(opener.sendAt),
        identity.messageId,
        identity.envelopeId,
        text.subject,
        text.text,
      ],
    );
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

import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { instantOfLocal, DAY_MS } from '@skein/template/zone-clock';
import { localDay } from '#engine/sending/local-day';
import { noteInTrail } from '#platform/audit/audit.store';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { holdCampaign } from '#access/access.api';
import { cancelOfLeads, cancelOfMailboxes, noteEdit, spreadOver, wakeCampaign } from '#lifecycle/lifecycle.api';
import { releaseCap } from './lowered-cap';
import * as store from './placement-actions.store';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

/**
 * What a placement test does to mailboxes, leads and steps when placement falls, as long as it runs. Each change is an
 * entry of the history with its reason.
 */
export interface PlacementActions {
  /** Rests a mailbox until the start of a day by its own clock. @returns until when; null when it is out of it already */
  rest(workspaceId: WorkspaceId, mailboxId: MailboxId, days: number, cause: PlacementCause): Promise<Date | null>;
  /** Never raises the cap. @returns what it was; null when it is as low already */
  lowerCap(workspaceId: WorkspaceId, mailboxId: MailboxId, cap: number, cause: PlacementCause): Promise<number | null>;
  /** Moves open leads to other mailboxes of their campaigns. `below` fell as well and take none. */
  moveLeads(
    workspaceId: WorkspaceId,
    mailboxId: MailboxId,
    below: readonly number[],
    cause: PlacementCause,
  ): Promise<{ moved: number; campaigns: number; stayed: number }>;
  /** Switches a campaign's step off by the variant that was tested. @returns what it is called; null when it is off already */
  pauseStep(workspaceId: WorkspaceId, step: TestedStep, cause: PlacementCause): Promise<string | null>;
  /**
   * Ends the rest and the lower limit that this test brought about; what a person changed since stays.
   * @returns what ended; null for nothing
   */
  recover(workspaceId: WorkspaceId, mailboxId: MailboxId, cause: PlacementCause): Promise<Recovery | null>;
  /**
   * Switches the step on that this test paused, unless somebody saved it since.
   * @returns what it is called; null when there is nothing to resume
   */
  resumeStep(workspaceId: WorkspaceId, step: TestedStep, cause: PlacementCause): Promise<string | null>;
}

/** The test that does it, and its reason in words. */
interface PlacementCause {
  testId: number;
  why: string;
}
interface TestedStep {
  campaignId: CampaignId;
  variantId: number;
}
/** Until when a mailbox would have rested, and its limit before and after. */
interface Recovery {
  restedUntil: Date | null;
  limit: { from: number; to: number } | null;
}

const batch = 1_000;

export function createPlacementActions(deps: Deps): PlacementActions {
  const now = () => deps.campaignClock.now();
  const inTenant = <Answer>(workspaceId: WorkspaceId, topics: string[], work: (sql: SqlClient) => Promise<Answer>) =>
    deps.db.tenantSql(workspaceId, async (sql) => {
      const answer = await work(sql);
      await deps.live.publish(sql, workspaceId, topics);
      return answer;
    });
  return {
    rest: (workspaceId, mailboxId, days, { testId, why }) =>
      inTenant(workspaceId, ['mailboxes', `mailbox:${mailboxId}`], async (sql) => {
        if (!(await store.lockFollowingTest(workspaceId, sql, testId))) return null;
        const box = await store.lockMailbox(workspaceId, sql, mailboxId);
        if (!box || box.is_suspended || (box.resting_until !== null && box.resting_until.getTime() > now()))
          return null;
        const today = Date.parse(localDay(box.time_zone, now()).date) / DAY_MS;
        const until = new Date(instantOfLocal(box.time_zone, today + days, 0));
        await store.writeRest(workspaceId, sql, { mailboxId, until, why, testId });
        await cancelOfMailboxes(sql, { workspaceId, mailboxIds: [mailboxId] }, 'MAILBOX_RESTING');
        await note(sql, workspaceId, {
          kind: 'mailbox',
          id: mailboxId,
          label: box.from_email,
          changes: {
            resting_until: [box.resting_until?.toISOString() ?? null, until.toISOString()],
            reason: [null, why],
          },
        });
        return until;
      }),
    lowerCap: (workspaceId, mailboxId, cap, { testId, why }) =>
      inTenant(workspaceId, ['mailboxes', `mailbox:${mailboxId}`], async (sql) => {
        if (!(await store.lockFollowingTest(workspaceId, sql, testId))) return null;
        const box = await store.lockMailbox(workspaceId, sql, mailboxId);
        if (!box || box.message_per_day <= cap) return null;
        // The entry of the daily limit itself is written by the database.
        const under = box.placement?.cap?.to === box.message_per_day ? { under: box.placement.cap } : {};
        await store.writeCap(workspaceId, sql, mailboxId, {
          to: cap,
          from: box.message_per_day,
          why,
          test_id: testId,
          ...under,
        });
        await note(sql, workspaceId, {
          kind: 'mailbox',
          id: mailboxId,
          label: box.from_email,
          changes: { reason: [null, why] },
        });
        return box.message_per_day;
      }),
    moveLeads: (workspaceId, mailboxId, below, cause) => moveLeads(deps, workspaceId, { mailboxId, below, ...cause }),
    pauseStep: (workspaceId, step, cause) => pauseStep(deps, workspaceId, step, cause),
    recover: (workspaceId, mailboxId, cause) => recover(deps, workspaceId, mailboxId, cause),
    resumeStep: (workspaceId, step, cause) => resumeStep(deps, workspaceId, step, cause),
  };
}

const pauseStep = (
  deps: Deps,
  workspaceId: WorkspaceId,
  { campaignId, variantId }: TestedStep,
  { testId, why }: PlacementCause,
): Promise<string | null> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    if (!(await store.lockFollowingTest(workspaceId, sql, testId))) return null;
    await holdCampaign(workspaceId, sql, campaignId);
    const at = new Date(deps.campaignClock.now());
    const paused = await store.pauseVariants(workspaceId, sql, { campaignId, variantId, why, at });
    if (!paused) return null;
    const leads = await store.findReservedOf(workspaceId, sql, campaignId, paused.step);
    await cancelOfLeads(workspaceId, sql, leads, 'STEP_PAUSED');
    const detail = { step: paused.step, paused: true, why, test_id: testId, variants: paused.variants };
    await noteEdit(workspaceId, sql, { campaignId, userId: null, area: 'sequence', detail, at });
    await note(sql, workspaceId, {
      kind: 'campaign',
      id: campaignId,
      label: paused.name,
      changes: { [`step ${paused.step}`]: ['on', 'paused'], reason: [null, why] },
    });
    await deps.live.publish(sql, workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return `step ${paused.step} of ${paused.name}`;
  });

const resumeStep = (
  deps: Deps,
  workspaceId: WorkspaceId,
  { campaignId, variantId }: TestedStep,
  { testId, why }: PlacementCause,
): Promise<string | null> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    const campaign = await holdCampaign(workspaceId, sql, campaignId);
    const now = deps.campaignClock.now();
    const at = new Date(now);
    const resumed = await store.resumeVariants(workspaceId, sql, { campaignId, variantId, testId, at });
    if (!resumed) return null;
    const detail = { step: resumed.step, paused: false, why };
    await noteEdit(workspaceId, sql, { campaignId, userId: null, area: 'sequence', detail, at });
    await note(sql, workspaceId, {
      kind: 'campaign',
      id: campaignId,
      label: resumed.name,
      changes: { [`step ${resumed.step}`]: ['paused', 'on'], reason: [null, why] },
    });
    if (campaign?.status === 'ACTIVE') await wakeCampaign(workspaceId, sql, campaignId, now);
    await deps.live.publish(sql, workspaceId, ['campaigns', `campaign:${campaignId}`]);
    return `step ${resumed.step} of ${resumed.name}`;
  });

/**
 * What a test did to a mailbox ends where it still is as the test left it: another date of rest or another limit is a
 * person's. Campaigns are woken after the commit, because sending locks a campaign before its mailboxes.
 */
async function recover(
  deps: Deps,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  { testId, why }: PlacementCause,
): Promise<Recovery | null> {
  const now = deps.campaignClock.now();
  const recovery = await deps.db.tenantSql(workspaceId, async (sql) => {
    const box = await store.lockMailbox(workspaceId, sql, mailboxId);
    const { rest, cap } = box?.placement ?? {};
    if (!box || (!rest && !cap)) return null;
    const rested = rest?.test_id === testId ? box.resting_until : null;
    const restedUntil = rested && rested.getTime() > now && rested.toISOString() === rest?.until ? rested : null;
    const released = cap && cap.to === box.message_per_day ? releaseCap(cap, testId) : null;
    const limit =
      released && released.limit !== box.message_per_day ? { from: box.message_per_day, to: released.limit } : null;
    await store.writeRecovered(workspaceId, sql, {
      mailboxId,
      restingUntil: restedUntil ? null : box.resting_until,
      messagePerDay: limit?.to ?? box.message_per_day,
      rest: rest?.test_id === testId ? null : rest,
      cap: released?.cap ?? null,
    });
    if (!restedUntil && !limit) return null;
    await note(sql, workspaceId, {
      kind: 'mailbox',
      id: mailboxId,
      label: box.from_email,
      changes: {
        ...(restedUntil ? { resting_until: [restedUntil.toISOString(), null] } : {}),
        reason: [null, why],
      },
    });
    await deps.live.publish(sql, workspaceId, ['mailboxes', `mailbox:${mailboxId}`]);
    return { restedUntil, limit };
  });
  if (!recovery) return null;
  const campaigns = await deps.db.tenantSql(workspaceId, (sql) => store.findActiveOf(workspaceId, sql, mailboxId));
  for (const campaignId of campaigns)
    await deps.db.tenantSql(workspaceId, (sql) => wakeCampaign(workspaceId, sql, campaignId, now));
  return recovery;
}

/** What was changed, from and to, and what followed from it. */
interface AuditNote {
  kind: 'mailbox' | 'campaign';
  id: number;
  label: string;
  changes: Record<string, [unknown, unknown]>;
  effect?: Record<string, number>;
}

const note = (sql: SqlClient, workspaceId: WorkspaceId, { kind, id, label, changes, effect = {} }: AuditNote) =>
  noteInTrail(workspaceId, sql, { kind, action: 'changed', objectId: String(id), label, changes, effect });

/** A mailbox whose placement fell, those that fell as well, and the words for the trail. */
interface FallenMailbox {
  mailboxId: MailboxId;
  below: readonly number[];
  testId: number;
  why: string;
}

/** A thousand leads a transaction, so that no campaign is held up; a lead that moves begins a new thread. */
async function moveLeads(deps: Deps, workspaceId: WorkspaceId, { mailboxId, below, testId, why }: FallenMailbox) {
  const at = new Date(deps.campaignClock.now());
  const campaigns = await deps.db.tenantSql(workspaceId, async (sql) =>
    (await store.lockFollowingTest(workspaceId, sql, testId))
      ? store.findCampaignsOf(workspaceId, sql, { mailboxId, below, at })
      : [],
  );
  const answer = { moved: 0, campaigns: 0, stayed: 0 };
  for (const { id: campaignId, name, others } of campaigns) {
    if (others.length === 0) {
      answer.stayed += 1;
      continue;
    }
    let moved = 0;
    for (let isLast = false; !isLast;) {
      const count = await deps.db.tenantSql(workspaceId, async (sql) => {
        if (!(await store.lockFollowingTest(workspaceId, sql, testId))) return 0;
        const ids = await store.findLeadsOf(workspaceId, sql, { campaignId, mailboxId, most: batch });
        return spreadOver(workspaceId, sql, { campaignId, ids, mailboxIds: others, at });
      });
      moved += count;
      isLast = count < batch;
    }
    if (moved === 0) continue;
    await deps.db.tenantSql(workspaceId, async (sql) => {
      await wakeCampaign(workspaceId, sql, campaignId, at.getTime());
      await note(sql, workspaceId, {
        kind: 'campaign',
        id: campaignId,
        label: name,
        changes: { reason: [null, why] },
        effect: { leads: moved },
      });
      await deps.live.publish(sql, workspaceId, ['campaigns', `campaign:${campaignId}`]);
    });
    answer.moved += moved;
    answer.campaigns += 1;
  }
  return answer;
}

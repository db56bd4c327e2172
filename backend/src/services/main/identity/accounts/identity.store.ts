import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, Transaction } from '#platform/db/database';
import { referral, trialDays } from '@skein/contracts/constants';

export interface NewAccount {
  name: string;
  email: string;
  passwordHash: string;
  company: string | null;
  /** The code that was given, and the workspace that it belongs to. */
  referredBy: { code: string; workspaceId: WorkspaceId } | null;
  /** Set when a link that was mailed has proved the address. */
  isVerified?: boolean;
}

/** What a new workspace begins with: a trial, or everything where the installation runs without plans. */
export const firstPlan = (plans: 'trial' | 'none', now: Date, moreDays = 0) =>
  plans === 'none'
    ? { plan_type: 'enterprise', is_subscribed: true, trial_start_at: null, trial_end_at: null }
    : {
        plan_type: 'trial',
        is_subscribed: false,
        trial_start_at: now,
        trial_end_at: new Date(now.getTime() + (trialDays + moreDays) * 86_400_000),
      };

/**
 * A new workspace with its owner, and whatever else `also` does in the same transaction.
 * @returns the owner; null when somebody has the address already, and then only `also` was done
 */
export async function createAccount(
  db: Database,
  account: NewAccount,
  now: Date,
  also: (tx: Transaction, isNew: boolean) => Promise<void>,
): Promise<{ uuid: string; id: number; workspace_id: WorkspaceId } | null> {
  return db.system(async (tx) => {
    // Two sign-ups with one address at the same moment: the second waits here and then sees the first.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`sign-up ${account.email}`}))::text`;
    const existing = await tx.appUser.findUnique({ where: { email: account.email }, select: { id: true } });
    if (existing) {
      await also(tx, false);
      return null;
    }
    const { plans } = (await tx.installation.findUnique({ where: { id: 1 }, select: { plans: true } })) ?? {
      plans: 'trial',
    };
    const workspace = await tx.workspace.create({
      data: {
        name: account.company ?? account.name,
        ...firstPlan(plans as 'trial' | 'none', now, account.referredBy ? referral.trialDays : 0),
        created_at: now,
      },
      select: { id: true },
    });
    const owner = await tx.appUser.create({
      data: {
        workspace_id: workspace.id,
        email: account.email,
        name: account.name,
        role: 'OWNER',
        password_hash: account.passwordHash,
        referral_code: account.referredBy?.code ?? null,
        is_email_verified: account.isVerified ?? false,
        created_at: now,
      },
      select: { uuid: true, id: true, workspace_id: true },
    });
    if (account.referredBy)
      await tx.referral.create({
        data: { referred_id: workspace.id, workspace_id: account.referredBy.workspaceId, created_at: now },
        select: { referred_id: true },
      });
    await also(tx, true);
    return owner;
  });
}

export const noteLogin = (db: Database, workspaceId: WorkspaceId, userId: UserId, now: Date): Promise<unknown> =>
  db.tenant(workspaceId, (tx) =>
    tx.appUser.update({
      where: { workspace_id_id: { workspace_id: workspaceId, id: userId } },
      data: { last_login_at: now },
      select: { id: true },
    }),
  );

/** The answers of the onboarding, and how many mailboxes the workspace has already. */
export const readOnboardingAnswers = (
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<{ stage: number; completed: boolean; answers: unknown; mailboxes: number } | null> =>
  db.tenant(workspaceId, async (tx) => {
    const row = await tx.appUser.findUnique({
      where: { workspace_id_id: { workspace_id: workspaceId, id: userId } },
      select: { onboarding_stage: true, has_onboarding_completed: true, preferences: true },
    });
    if (!row) return null;
    const mailboxes = await tx.mailbox.count({ where: { workspace_id: workspaceId, deleted_at: null } });
    return {
      stage: row.onboarding_stage,
      completed: row.has_onboarding_completed,
      answers: (row.preferences as { onboarding?: unknown }).onboarding ?? {},
      mailboxes,
    };
  });

/** Gives the workspace another name. */
export const renameWorkspace = (db: Database, workspaceId: WorkspaceId, name: string): Promise<unknown> =>
  db.tenant(workspaceId, (tx) =>
    tx.workspace.update({ where: { id: workspaceId }, data: { name }, select: { id: true } }),
  );

/** Changes a person's own fields; `preferences` are merged key by key, a null removes one. */
export async function changePerson(
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
  change: {
    name?: string;
    designation?: string | null;
    time_zone?: string | null;
    onboarding_stage?: number;
    has_onboarding_completed?: boolean;
    preferences?: Record<string, unknown>;
  },
): Promise<void> {
  const { preferences, ...fields } = change;
  await db.tenant(workspaceId, async (tx) => {
    await tx.appUser.update({
      where: { workspace_id_id: { workspace_id: workspaceId, id: userId } },
      data: fields,
      select: { id: true },
    });
    if (preferences === undefined) return;
    const text = JSON.stringify(preferences);
    await tx.$executeRaw`UPDATE app_user SET preferences = jsonb_strip_nulls(preferences || ${text}::jsonb)
      WHERE workspace_id = ${workspaceId} AND id = ${userId}`;
  });
}

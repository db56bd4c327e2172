import type { Database, Transaction } from '../../../../platform/db/database';
import { trialDays } from '@skein/contracts/constants';
import type { PersonRow } from './user-view';

const person = {
  id: true,
  uuid: true,
  workspace_id: true,
  email: true,
  name: true,
  role: true,
  status: true,
  designation: true,
  profile_pic_url: true,
  is_email_verified: true,
  has_onboarding_completed: true,
  onboarding_stage: true,
  show_guidance: true,
  time_zone: true,
  client: { select: { id: true, permissions: true, restricted_categories: true } },
  workspace: {
    select: {
      id: true,
      name: true,
      is_demo: true,
      plan_type: true,
      trial_start_at: true,
      trial_end_at: true,
      is_subscribed: true,
      subscription_end_at: true,
      lead_credits_used: true,
      email_credits_used: true,
      feature_access: true,
    },
  },
} as const;

/** What a login has to know of a person. Leaves the store only to be compared. */
export interface Credentials {
  id: number;
  workspace_id: number;
  client_id: number | null;
  status: string;
  is_email_verified: boolean;
  password_hash: string | null;
  two_factor_secret: Uint8Array | null;
}

/** The person who logs in with this address. Addresses are unique over all workspaces, so none can be named yet. */
export const findCredentials = (db: Database, email: string): Promise<Credentials | null> =>
  db.system((tx) =>
    tx.appUser.findUnique({
      where: { email },
      select: {
        id: true,
        workspace_id: true,
        client_id: true,
        status: true,
        is_email_verified: true,
        password_hash: true,
        two_factor_secret: true,
      },
    }),
  );

export async function readPerson(db: Database, workspaceId: number, userId: number): Promise<PersonRow | null> {
  return db.tenant(workspaceId, async (tx) => {
    const row = await tx.appUser.findUnique({
      where: { workspace_id_id: { workspace_id: workspaceId, id: userId } },
      select: person,
    });
    if (!row) return null;
    const owner = await tx.appUser.findFirst({
      where: { workspace_id: workspaceId, role: 'OWNER', client_id: null },
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    return { ...row, owner_id: owner?.id ?? null };
  });
}

export interface NewAccount {
  name: string;
  email: string;
  passwordHash: string;
  company: string | null;
  referralCode: string | null;
}

/**
 * A new workspace on trial with its owner, and whatever else `also` does in the same transaction.
 * @returns the owner's uuid; null when somebody has the address already, and then only `also` was done
 */
export async function createAccount(
  db: Database,
  account: NewAccount,
  now: Date,
  also: (tx: Transaction, isNew: boolean) => Promise<void>,
): Promise<string | null> {
  return db.system(async (tx) => {
    // Two sign-ups with one address at the same moment: the second waits here and then sees the first.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`sign-up ${account.email}`}))::text`;
    const existing = await tx.appUser.findUnique({ where: { email: account.email }, select: { id: true } });
    if (existing) {
      await also(tx, false);
      return null;
    }
    const workspace = await tx.workspace.create({
      data: {
        name: account.company ?? account.name,
        plan_type: 'trial',
        trial_start_at: now,
        trial_end_at: new Date(now.getTime() + trialDays * 86_400_000),
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
        referral_code: account.referralCode,
        created_at: now,
      },
      select: { uuid: true },
    });
    await also(tx, true);
    return owner.uuid;
  });
}

export const noteLogin = (db: Database, workspaceId: number, userId: number, now: Date): Promise<unknown> =>
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
  workspaceId: number,
  userId: number,
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
export const renameWorkspace = (db: Database, workspaceId: number, name: string): Promise<unknown> =>
  db.tenant(workspaceId, (tx) =>
    tx.workspace.update({ where: { id: workspaceId }, data: { name }, select: { id: true } }),
  );

/** Changes a person's own fields; `preferences` are merged key by key, a null removes one. */
export async function changePerson(
  db: Database,
  workspaceId: number,
  userId: number,
  change: {
    name?: string;
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
    await tx.$executeRaw`UPDATE app_user SET preferences = jsonb_strip_nulls(preferences || ${text}::jsonb) WHERE workspace_id = ${workspaceId} AND id = ${userId}`;
  });
}

import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { readClientCredits } from '#access/access.api';
import { displayName, type PersonRow, type PlanRow } from './user-view';

/** What a login has to know of a person. Leaves the store only to be compared. */
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
  is_operator: true,
  client: { select: { id: true, permissions: true, restricted_categories: true } },
  workspace: {
    select: {
      id: true,
      name: true,
      is_demo: true,
      disabled_at: true,
      disabled_reason: true,
    },
  },
} as const;

export interface Credentials {
  id: number;
  workspace_id: WorkspaceId;
  client_id: ClientId | null;
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

/** Who reads the product's mail at this address of a workspace; null when nobody active has it. */
export const findReader = (
  db: Database,
  workspaceId: WorkspaceId,
  email: string,
): Promise<{ name: string | null; email: string; is_client: boolean } | null> =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<{ name: string | null; email: string; is_client: boolean }>(
      `
        select name, email, client_id is not null as is_client
        from app_user
        where workspace_id = $1 and email = $2 and status = 'active'
      `,
      [workspaceId, email],
    );
    return rows[0] ?? null;
  });

/** How a mail greets at this address; null for somebody who is not of the workspace. */
export async function findReaderName(db: Database, workspaceId: WorkspaceId, email: string): Promise<string | null> {
  const reader = await findReader(db, workspaceId, email);
  return reader && displayName(reader);
}

/** A person with the plan as it counts, and a client's with what its agency assigned. */
export async function readPerson(db: Database, workspaceId: WorkspaceId, userId: UserId): Promise<PersonRow | null> {
  const row = await readRow(db, workspaceId, userId);
  if (!row?.client) return row;
  const clientId = row.client.id;
  const credits = await db.tenantSql(workspaceId, (sql) => readClientCredits(workspaceId, sql, clientId));
  const isAssigned = credits.leads_assigned !== null || credits.emails_assigned !== null;
  return { ...row, plan: { ...row.plan, client_credits: isAssigned ? credits : null } };
}

function readRow(db: Database, workspaceId: WorkspaceId, userId: UserId): Promise<PersonRow | null> {
  return db.tenant(workspaceId, async (tx) => {
    const row = await tx.appUser.findUnique({
      where: { workspace_id_id: { workspace_id: workspaceId, id: userId } },
      select: person,
    });
    if (!row) return null;
    const owner = await tx.appUser.findFirst({
      where: { workspace_id: workspaceId, role: 'OWNER', client_id: null },
      orderBy: { id: 'asc' },
      select: { id: true, name: true, email: true },
    });
    const [plan] = await tx.$queryRaw<PlanRow[]>`
      select plan_type, is_unlimited, trial_start_at, trial_end_at, is_subscribed, subscription_end_at, lead_limit,
        email_limit, lead_credits_used, email_credits_used, feature_access,
        (select failed_at from billing where workspace_id = ${workspaceId} and status = 'past_due') as payment_failed_at
      from workspace_plan
      where id = ${workspaceId}`;
    return { ...row, owner, plan: plan as PlanRow };
  });
}

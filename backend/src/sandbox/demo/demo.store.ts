import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

export interface NewDemo {
  workspace: string;
  email: string;
  name: string;
  passwordHash: string;
  /** Where the past ends that is made for it, as campaign time: it is marked as in its past before it has a mailbox. */
  historyUntil: Date;
  apiKey: (workspaceId: WorkspaceId) => { hash: string; sealed: Uint8Array; lastFour: string };
}

/** The few rows of the demo that no screen makes: the workspace on the pro plan, its owner and the first API key. */
export const demoStore = (db: Database) => ({
  createWorkspace: (given: NewDemo): Promise<number> =>
    db.systemSql(async (sql) => {
      const {
        rows: [workspace],
      } = await sql.query<{ id: number }>(
        `
          insert into workspace (name, plan_type, is_subscribed, subscription_end_at, is_demo, history_until, feature_access)
          values (
            $1, 'pro', true, null, true, $2,
              '{"linkedinAccessAllowed": true, "smart_delivery": true, "global_analytics_access": true}'
          )
          returning id
        `,
        [given.workspace, given.historyUntil],
      );
      const workspaceId = (workspace as { id: number }).id;
      const {
        rows: [user],
      } = await sql.query<{ id: number }>(
        `
          insert into app_user (
            workspace_id, email, name, role, is_email_verified, has_onboarding_completed, onboarding_stage,
              password_hash, time_zone
          )
          values ($1, $2, $3, 'OWNER', true, true, 5, $4, 'Etc/GMT')
          returning id
        `,
        [workspaceId, given.email, given.name, given.passwordHash],
      );
      const key = given.apiKey(workspaceId);
      await sql.query(
        `
          insert into api_key (workspace_id, user_id, name, key_hash, key_sealed, key_last_four)
          values ($1, $2, 'Demo', $3, $4, $5)
        `,
        [workspaceId, user?.id, key.hash, Buffer.from(key.sealed), key.lastFour],
      );
      return workspaceId;
    }),
  /**
   * Until when the workspace's past is being made, as campaign time in milliseconds; null once it is made. Until then
   * the engine of the present leaves it alone.
   */
  setHistoryUntil: (workspaceId: WorkspaceId, until: number | null) =>
    db.systemSql((sql) =>
      sql.query('update workspace set history_until = $2 where id = $1', [
        workspaceId,
        until === null ? null : new Date(until),
      ]),
    ),
  /** No workspace is in its past: there is no engine that makes one. */
  endEveryPast: () =>
    db.systemSql((sql) => sql.query('update workspace set history_until = null where history_until is not null')),
  isEmailOf: async (workspaceId: WorkspaceId, intentId: bigint): Promise<boolean> =>
    (await db.systemStatement('select from intent where workspace_id = $1 and id = $2', [workspaceId, intentId]))
      .length > 0,
  /**
   * The sandbox's mail server files what the demo's own mailboxes submit, as the large providers do. Not what people connect themselves.
   */
  noteFiledMail: (workspaceId: WorkspaceId, addresses: string[]) =>
    db.systemSql((sql) =>
      sql.query('update mailbox set files_sent_mail = true where workspace_id = $1 and from_email = any($2)', [
        workspaceId,
        addresses,
      ]),
    ),
});

import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

/** How long a session lasts: a browser that does not come back for so many days has to log in again (real time). */
export const sessionLifetimeDays = 30;
/** Two tabs may send the same refresh token at the same moment; later than this, a used one means that it was stolen. */
const sameMomentSeconds = 30;

const endOf = (now: Date) => new Date(now.getTime() + sessionLifetimeDays * 86_400_000);

export async function createSession(
  db: Database,
  workspaceId: WorkspaceId,
  session: { id: string; userId: UserId; refreshHash: string; userAgent: string; ip: string },
  now: Date,
): Promise<void> {
  await db.tenant(workspaceId, async (tx) => {
    await tx.userSession.create({
      data: {
        id: session.id,
        workspace_id: workspaceId,
        user_id: session.userId,
        refresh_hash: session.refreshHash,
        user_agent: session.userAgent || null,
        ip: session.ip,
        expires_at: endOf(now),
        created_at: now,
        last_used_at: now,
      },
      select: { id: true },
    });
  });
}

export type Rotation =
  | { outcome: 'rotated' | 'same-moment'; sessionId: string; workspaceId: WorkspaceId; userId: UserId }
  | { outcome: 'reused'; workspaceId: WorkspaceId; userId: UserId }
  | { outcome: 'unknown' };

/** The refresh token that was used and the one that replaces it. */
interface SessionRotation {
  sessionId: string;
  hash: string;
  nextHash: string;
  now: Date;
  isOurs: boolean;
}

/**
 * Exchanges a refresh token for the next one. A token that was exchanged before ends its session, however often the session was
 * renewed since: its name finds it. Unless that was in the same moment: then another tab holds the next one already, and this one
 * only gets an access token.
 * @param sessionId the session that the token names
 * @param isOurs whether we made the token; one that was made up ends nothing
 */
export async function rotateSession(
  db: Database,
  { sessionId, hash, nextHash, now, isOurs }: SessionRotation,
): Promise<Rotation> {
  return db.system(async (tx) => {
    const [row] = await tx.$queryRaw<
      {
        id: string;
        workspace_id: WorkspaceId;
        user_id: UserId;
        refresh_hash: string;
        previous_hash: string | null;
        rotated_at: Date | null;
      }[]
    >`
      SELECT s.id, s.workspace_id, s.user_id, s.refresh_hash, s.previous_hash, s.rotated_at
      FROM user_session s JOIN app_user u ON u.id = s.user_id AND u.workspace_id = s.workspace_id AND u.status = 'active'
      WHERE s.id = ${sessionId}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${now}
      FOR UPDATE OF s`;
    if (!row) return { outcome: 'unknown' };
    const found = { sessionId: row.id, workspaceId: row.workspace_id, userId: row.user_id };
    if (row.refresh_hash !== hash) {
      const isSameMoment =
        row.previous_hash === hash &&
        row.rotated_at !== null &&
        now.getTime() - row.rotated_at.getTime() <= sameMomentSeconds * 1000;
      if (isSameMoment) return { outcome: 'same-moment', ...found };
      if (!isOurs && row.previous_hash !== hash) return { outcome: 'unknown' };
      await tx.userSession.update({ where: { id: row.id }, data: { revoked_at: now }, select: { id: true } });
      return { outcome: 'reused', workspaceId: row.workspace_id, userId: row.user_id };
    }
    await tx.userSession.update({
      where: { id: row.id },
      data: { previous_hash: hash, refresh_hash: nextHash, rotated_at: now, last_used_at: now, expires_at: endOf(now) },
      select: { id: true },
    });
    return { outcome: 'rotated', ...found };
  });
}

/** Ends the session that holds this refresh token, also when another tab has exchanged it meanwhile. */
export async function endSession(db: Database, hash: string, now: Date): Promise<number | null> {
  return db.system(async (tx) => {
    const ended = await tx.userSession.updateManyAndReturn({
      where: { OR: [{ refresh_hash: hash }, { previous_hash: hash }], revoked_at: null },
      data: { revoked_at: now },
      select: { workspace_id: true },
    });
    return ended[0]?.workspace_id ?? null;
  });
}

export const listSessions = (db: Database, workspaceId: WorkspaceId, userId: UserId, now: Date) =>
  db.tenant(workspaceId, (tx) =>
    tx.userSession.findMany({
      where: { workspace_id: workspaceId, user_id: userId, revoked_at: null, expires_at: { gt: now } },
      orderBy: { last_used_at: 'desc' },
      take: 100,
      select: { id: true, user_agent: true, ip: true, created_at: true, last_used_at: true },
    }),
  );

/** Addresses from which a person logged in lately; before a login no workspace is known. */
export const addressesOfPerson = (db: Database, userId: UserId): Promise<string[]> =>
  db.system(async (tx) =>
    (
      await tx.userSession.findMany({
        where: { user_id: userId, ip: { not: null } },
        orderBy: { last_used_at: 'desc' },
        take: 100,
        select: { ip: true },
      })
    ).map((session) => session.ip as string),
  );

/** A session and the person it must belong to. */
interface SessionToEnd {
  userId: UserId;
  sessionId: string;
  now: Date;
}

/** Ends one session of this person. @returns whether there was such a session that still ran */
export const endOwnSession = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, sessionId, now }: SessionToEnd,
): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (
        await tx.userSession.updateMany({
          where: { id: sessionId, workspace_id: workspaceId, user_id: userId, revoked_at: null },
          data: { revoked_at: now },
        })
      ).count === 1,
  );

export const endAllSessions = (db: Database, workspaceId: WorkspaceId, userId: UserId, now: Date): Promise<unknown> =>
  db.tenant(workspaceId, (tx) =>
    tx.userSession.updateMany({
      where: { workspace_id: workspaceId, user_id: userId, revoked_at: null },
      data: { revoked_at: now },
    }),
  );

/** For the nightly job, over all workspaces. */
export const removeOldSessions = (db: Database, before: Date): Promise<unknown> =>
  db.system((tx) =>
    tx.userSession.deleteMany({ where: { OR: [{ expires_at: { lt: before } }, { revoked_at: { lt: before } }] } }),
  );

import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, Transaction } from '#platform/db/database';

const key = (workspaceId: WorkspaceId, userId: UserId) => ({
  workspace_id_id: { workspace_id: workspaceId, id: userId },
});

/** What the two-factor settings work on. Leaves the store only to be opened or compared. */
export interface TwoFactorRow {
  email: string;
  password_hash: string | null;
  two_factor_secret: Uint8Array | null;
  two_factor_on_at: Date | null;
  two_factor_pending: Uint8Array | null;
  two_factor_pending_at: Date | null;
}

export const readTwoFactor = (
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<(TwoFactorRow & { codes_left: number }) | null> =>
  db.tenant(workspaceId, async (tx) => {
    const row = await tx.appUser.findUnique({
      where: key(workspaceId, userId),
      select: {
        email: true,
        password_hash: true,
        two_factor_secret: true,
        two_factor_on_at: true,
        two_factor_pending: true,
        two_factor_pending_at: true,
      },
    });
    return (
      row && {
        ...row,
        codes_left: await tx.recoveryCode.count({
          where: { workspace_id: workspaceId, user_id: userId, used_at: null },
        }),
      }
    );
  });

/** The sealed secret that a person has not confirmed yet. */
interface PendingSecret {
  userId: UserId;
  sealed: Uint8Array;
  now: Date;
}

/** Keeps a sealed secret until a code confirms it. */
export const keepPendingSecret = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, sealed, now }: PendingSecret,
): Promise<unknown> =>
  db.tenant(workspaceId, (tx) =>
    tx.appUser.update({
      where: key(workspaceId, userId),
      data: { two_factor_pending: Uint8Array.from(sealed), two_factor_pending_at: now },
      select: { id: true },
    }),
  );

/** What a person confirmed the secret with. */
interface ConfirmedSecret {
  userId: UserId;
  given: { pendingSince: Date; step: number; codeHashes: string[]; sessionId: string | null };
  now: Date;
}

/**
 * Switches two-factor login on with the pending secret: recovery codes are kept, every session but this one ends, links that were
 * mailed before stop working; `also` joins the transaction.
 * @returns false when somebody else confirmed it, or asked for another secret, in the same moment
 */
export const switchOn = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, given, now }: ConfirmedSecret,
  also: (tx: Transaction) => Promise<void>,
): Promise<boolean> =>
  db.tenant(workspaceId, async (tx) => {
    const changed = await tx.$executeRaw`
      UPDATE app_user SET two_factor_secret = two_factor_pending, two_factor_pending = NULL, two_factor_pending_at = NULL,
        two_factor_on_at = ${now}, two_factor_last_step = ${given.step}
      WHERE workspace_id = ${workspaceId} AND id = ${userId} AND two_factor_pending_at = ${given.pendingSince}`;
    if (changed === 0) return false;
    await writeCodes(tx, workspaceId, { userId, codeHashes: given.codeHashes, now });
    await tx.userSession.updateMany({
      where: {
        workspace_id: workspaceId,
        user_id: userId,
        revoked_at: null,
        ...(given.sessionId ? { id: { not: given.sessionId } } : {}),
      },
      data: { revoked_at: now },
    });
    await tx.emailToken.deleteMany({ where: { workspace_id: workspaceId, user_id: userId, used_at: null } });
    await also(tx);
    return true;
  });

export const switchOff = (
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> =>
  db.tenant(workspaceId, async (tx) => {
    await tx.appUser.update({
      where: key(workspaceId, userId),
      data: {
        two_factor_secret: null,
        two_factor_on_at: null,
        two_factor_last_step: null,
        two_factor_pending: null,
        two_factor_pending_at: null,
      },
      select: { id: true },
    });
    await tx.recoveryCode.deleteMany({ where: { workspace_id: workspaceId, user_id: userId } });
    await also(tx);
  });

/** The hashes of a person's recovery codes. */
interface RecoveryCodes {
  userId: UserId;
  codeHashes: string[];
  now: Date;
}

/** Replaces the recovery codes. */
export const replaceCodes = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, codeHashes, now }: RecoveryCodes,
): Promise<void> => db.tenant(workspaceId, (tx) => writeCodes(tx, workspaceId, { userId, codeHashes, now }));

async function writeCodes(
  tx: Transaction,
  workspaceId: WorkspaceId,
  { userId, codeHashes, now }: RecoveryCodes,
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { workspace_id: workspaceId, user_id: userId } });
  await tx.recoveryCode.createMany({
    data: codeHashes.map((code_hash) => ({ workspace_id: workspaceId, user_id: userId, code_hash, created_at: now })),
  });
}

/** Uses a time step up: false when a code of this step or of a later one was accepted before, also in the same moment. */
export const spendStep = (db: Database, workspaceId: WorkspaceId, userId: UserId, step: number): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (await tx.$executeRaw`
    UPDATE app_user SET two_factor_last_step = ${step} WHERE workspace_id = ${workspaceId} AND id = ${userId}
      AND coalesce(two_factor_last_step, 0) < ${step}`) === 1,
  );

/** The hash of a recovery code that a person spends. */
interface RecoveryCode {
  userId: UserId;
  hash: string;
  now: Date;
}

/** Uses a recovery code up, once. */
export const spendRecoveryCode = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, hash, now }: RecoveryCode,
): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (
        await tx.recoveryCode.updateMany({
          where: { workspace_id: workspaceId, user_id: userId, code_hash: hash, used_at: null },
          data: { used_at: now },
        })
      ).count === 1,
  );

/** Tries that one mailed code has (docs/domain.md, Users and sessions). */
const MAILED_TRIES = 5;
const mailedCodeMinutes = 10;

/** The hash of a code that was emailed to a person. */
interface MailedCode {
  userId: UserId;
  hash: string;
  now: Date;
}

/** Keeps the hash of a mailed code; an earlier one stops working. */
export const keepMailedCode = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, hash, now }: MailedCode,
): Promise<void> =>
  db.tenant(workspaceId, async (tx) => {
    await tx.emailToken.deleteMany({
      where: { workspace_id: workspaceId, user_id: userId, kind: 'otp', used_at: null },
    });
    await tx.emailToken.create({
      data: {
        workspace_id: workspaceId,
        user_id: userId,
        kind: 'otp',
        token_hash: hash,
        created_at: now,
        expires_at: new Date(now.getTime() + mailedCodeMinutes * 60_000),
      },
      select: { id: true },
    });
  });

/** A person and the hash that the given code would have had at a moment. */
interface MailedCodeAttempt {
  userId: UserId;
  hashAt: (created: Date) => string;
  now: Date;
}

/**
 * Uses a mailed code up, once; a wrong one costs one of its five tries.
 * @param hashAt the hash that the given code has for a mail of that instant
 */
export const spendMailedCode = (
  db: Database,
  workspaceId: WorkspaceId,
  { userId, hashAt, now }: MailedCodeAttempt,
): Promise<boolean> =>
  db.tenant(workspaceId, async (tx) => {
    const [row] = await tx.$queryRaw<{ id: number; token_hash: string; created_at: Date }[]>`
      SELECT id, token_hash, created_at FROM email_token
      WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND kind = 'otp' AND used_at IS NULL
        AND expires_at > ${now} AND attempts < ${MAILED_TRIES} FOR UPDATE`;
    if (!row) return false;
    const isRight = row.token_hash === hashAt(row.created_at);
    await tx.emailToken.update({
      where: { id: row.id },
      data: isRight ? { used_at: now } : { attempts: { increment: 1 } },
      select: { id: true },
    });
    return isRight;
  });

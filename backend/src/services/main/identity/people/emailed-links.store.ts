import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, Transaction } from '#platform/db/database';

/** Single-use links that travel by mail. */
export type LinkKind = 'verify' | 'magic' | 'reset' | 'welcome';

/** Kinds that set a password: asked for by the person, or sent with a workspace that an operator made for them. */
export const passwordLinks: LinkKind[] = ['reset', 'welcome'];

/** Minutes after which an emailed link expires: a day to verify an address, a week to take up a workspace (docs/domain.md). */
const lifetimeMinutes: Record<LinkKind, number> = { verify: 24 * 60, magic: 15, reset: 30, welcome: 7 * 24 * 60 };

/** The hash of a link and the person it is for. */
interface NewLink {
  userId: UserId;
  kind: LinkKind;
  hash: string;
  now: Date;
}

/**
 * Keeps the hash of a new link. Earlier unused ones of the same kind stop working, except links that verify an address:
 * whoever had the mail sent again may open the first one.
 */
export async function keepLink(
  db: Database,
  workspaceId: WorkspaceId,
  { userId, kind, hash, now }: NewLink,
): Promise<void> {
  await db.tenant(workspaceId, async (tx) => {
    if (kind !== 'verify')
      await tx.emailToken.deleteMany({ where: { workspace_id: workspaceId, user_id: userId, kind, used_at: null } });
    await tx.emailToken.create({
      data: {
        workspace_id: workspaceId,
        user_id: userId,
        kind,
        token_hash: hash,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMinutes[kind] * 60_000),
      },
      select: { id: true },
    });
  });
}

/** Whose link it is, without using it up: null when it does not work any more. */
export const findLinkOwner = (
  db: Database,
  kinds: LinkKind[],
  hash: string,
  now: Date,
): Promise<{ id: number; workspace_id: WorkspaceId; two_factor_secret: Uint8Array | null } | null> =>
  db.system(async (tx) => {
    const link = await tx.emailToken.findFirst({
      where: {
        token_hash: hash,
        kind: { in: kinds },
        used_at: null,
        expires_at: { gt: now },
        user: { status: 'active' },
      },
      select: { user: { select: { id: true, workspace_id: true, two_factor_secret: true } } },
    });
    return link?.user ?? null;
  });

export interface RedeemedLink {
  workspaceId: WorkspaceId;
  userId: UserId;
}

/** The hash of a link and the kinds it may be of. */
interface LinkToRedeem {
  kinds: LinkKind[];
  hash: string;
  now: Date;
}

/**
 * Uses a link up, once: of two who come at the same moment one gets null. Whoever held it has proved the address, so the
 * person counts as verified from here on. A login link proves it for somebody who may never have signed up: then the password that
 * was chosen at the sign-up is removed with everything that belongs to it, `also` in the same transaction.
 */
export const redeemLink = (
  db: Database,
  { kinds, hash, now }: LinkToRedeem,
  also: (tx: Transaction, email: string) => Promise<void>,
): Promise<RedeemedLink | null> => db.system((tx) => useLink(tx, { kinds, hash, now }, also));

/** The hash of a link and the kinds it may be of. */
interface LinkToUse {
  kinds: LinkKind[];
  hash: string;
  now: Date;
}

async function useLink(
  tx: Transaction,
  { kinds, hash, now }: LinkToUse,
  passwordRemoved?: (tx: Transaction, email: string) => Promise<void>,
): Promise<RedeemedLink | null> {
  const used = await tx.emailToken.updateManyAndReturn({
    where: {
      token_hash: hash,
      kind: { in: kinds },
      used_at: null,
      expires_at: { gt: now },
      user: { status: 'active' },
    },
    data: { used_at: now },
    select: { workspace_id: true, user_id: true, kind: true },
  });
  const link = used[0];
  if (!link) return null;
  const { workspace_id, user_id } = link;
  if (link.kind === 'verify')
    await tx.emailToken.deleteMany({ where: { workspace_id, user_id, kind: 'verify', used_at: null } });
  const isOfStranger = link.kind === 'magic';
  const verified = await tx.appUser.updateManyAndReturn({
    where: { id: user_id, workspace_id, is_email_verified: false },
    data: { is_email_verified: true, ...(isOfStranger ? { password_hash: null } : {}) },
    select: { email: true },
  });
  if (isOfStranger && verified[0]) {
    await tx.userSession.updateMany({ where: { workspace_id, user_id, revoked_at: null }, data: { revoked_at: now } });
    await tx.emailToken.deleteMany({ where: { workspace_id, user_id, used_at: null } });
    await passwordRemoved?.(tx, verified[0].email);
  }
  return { workspaceId: workspace_id, userId: user_id };
}

/** The hash of a link and of the password it sets. */
interface PasswordByLink {
  hash: string;
  passwordHash: string;
  now: Date;
}

/**
 * Sets the password that a reset link allows: the link is used up, every session ends, every other link stops working;
 * `also` joins the transaction.
 */
export async function setPasswordByLink(
  db: Database,
  { hash, passwordHash, now }: PasswordByLink,
  also: (tx: Transaction, email: string) => Promise<void>,
): Promise<RedeemedLink | null> {
  return db.system(async (tx) => {
    const person = await useLink(tx, { kinds: passwordLinks, hash, now });
    if (!person) return null;
    const { workspaceId: workspace_id, userId: user_id } = person;
    const { email } = await tx.appUser.update({
      where: { workspace_id_id: { workspace_id, id: user_id } },
      data: { password_hash: passwordHash },
      select: { email: true },
    });
    await tx.userSession.updateMany({ where: { workspace_id, user_id, revoked_at: null }, data: { revoked_at: now } });
    await tx.emailToken.deleteMany({ where: { workspace_id, user_id, used_at: null } });
    await also(tx, email);
    return person;
  });
}

/** For the nightly job, over all workspaces. */
export const removeOldLinks = (db: Database, before: Date): Promise<unknown> =>
  db.system((tx) => tx.emailToken.deleteMany({ where: { expires_at: { lt: before } } }));

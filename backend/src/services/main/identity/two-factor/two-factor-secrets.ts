import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { randomBytes, randomInt } from 'node:crypto';
import type { MainDeps } from '#main/deps';

/** What the sealed secret is bound to: it does not open in another person's row. */
export const twoFactorContext = (workspaceId: WorkspaceId, userId: UserId) => `two-factor:${workspaceId}:${userId}`;

export const sealSecret = (
  deps: Pick<MainDeps, 'vault'>,
  workspaceId: WorkspaceId,
  userId: UserId,
  secret: string,
): Uint8Array => deps.vault.seal(secret, twoFactorContext(workspaceId, userId));
export const openSecret = (
  deps: Pick<MainDeps, 'vault'>,
  workspaceId: WorkspaceId,
  userId: UserId,
  sealed: Uint8Array,
): string => deps.vault.open(sealed, twoFactorContext(workspaceId, userId));

const RECOVERY_CODES = 10;
/** Base32 without the digits 0, 1, 8 and 9, which people mistake for letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Ten codes of 50 bits, as people copy them: ABCDE-FGHIJ. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

export const hashRecoveryCode = (deps: Pick<MainDeps, 'hashSecret'>, userId: UserId, code: string): string =>
  deps.hashSecret(`recovery ${userId} ${code.replace('-', '')}`);

/** Six digits for a mail. */
export const newMailedCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Bound to the person and the mail: two mails with the same digits have different hashes. */
export const hashMailedCode = (
  deps: Pick<MainDeps, 'hashSecret'>,
  userId: UserId,
  created: Date,
  code: string,
): string => deps.hashSecret(`otp ${userId} ${created.getTime()} ${code}`);

import type { FreshToken } from './access-token';
import { GrantError } from './consent/grant-error';

export type RenewalClaim = { state: 'TAKEN'; sealed: Buffer } | { state: 'BUSY' } | { state: 'MISSING' };

/** Where the sealed grant of one mailbox is stored. Each step is a transaction of its own: none is open while a provider is asked. */
export interface StoredGrant {
  /** Lets this caller alone renew the grant, for about a minute. */
  take: () => Promise<RenewalClaim>;
  /** The sealed grant as it is stored now; null when there is none. */
  read: () => Promise<Buffer | null>;
  /** Stores the grant that replaces `before`; one that was stored meanwhile stays. @returns whether it was stored */
  replace: (change: { before: Buffer; after: Buffer }) => Promise<boolean>;
  /** Lets others renew the grant. */
  end: () => Promise<void>;
}

interface Renewal {
  open: (sealed: Buffer) => string;
  seal: (secret: string) => Buffer;
  /** Asks the provider. @throws GrantError */
  renew: (secret: string) => Promise<FreshToken>;
}

/** Real milliseconds between two looks at a renewal that another process makes, and how long it is waited for. */
const lookEvery = 200;
const patience = 45_000;

/** The refusal of a grant that is not stored any more. */
export const grantIsGone = () =>
  new GrantError('REVOKED', 'Authentication Failed: there is no consent any more (invalid_grant)');

/**
 * Renews by the grant that is stored at this moment, one process at a time: some providers take a refresh token only once.
 * @throws GrantError
 */
export async function renewInTurn(stored: StoredGrant, renewal: Renewal): Promise<FreshToken> {
  for (const end = Date.now() + patience; ;) {
    const claim = await stored.take();
    if (claim.state === 'MISSING') throw grantIsGone();
    if (claim.state === 'TAKEN') {
      try {
        return await renewTaken(stored, renewal, claim.sealed);
      } finally {
        await stored.end();
      }
    }
    if (Date.now() >= end)
      throw new GrantError('LATER', 'Another process is renewing the consent and has not finished. Try again later.');
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}

/** A refused refresh token is believed to be revoked only when no other one is stored by then. */
async function renewTaken(stored: StoredGrant, { open, seal, renew }: Renewal, first: Buffer): Promise<FreshToken> {
  const renewBy = async (sealed: Buffer) => {
    const secret = open(sealed);
    const fresh = await renew(secret);
    const given = JSON.parse(secret) as { refresh_token?: string };
    if (fresh.refreshToken && fresh.refreshToken !== given.refresh_token) {
      const after = seal(JSON.stringify({ ...given, refresh_token: fresh.refreshToken }));
      if (!(await stored.replace({ before: sealed, after }))) {
        // The same secret may have been sealed again, under a new master key.
        const present = await stored.read();
        if (present && open(present) === secret) await stored.replace({ before: present, after });
      }
    }
    return fresh;
  };
  try {
    return await renewBy(first);
  } catch (error) {
    if (!(error instanceof GrantError) || error.kind !== 'REVOKED') throw error;
    const present = await stored.read();
    if (present === null || open(present) === open(first)) throw error;
    return renewBy(present);
  }
}

import { createHash } from 'node:crypto';
import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import type { ConsentClient } from '#platform/mail/consent/consent-access';
import { grantKey, type Grants } from './sign-in-accounts';
import { createSignInTokens, type TokenContent } from './sign-in-tokens';

interface SignInState {
  read(): Promise<Grants | null>;
  write(grants: Grants): Promise<void>;
}

export interface ConsentsOptions {
  secret: string;
  state: SignInState;
  now: () => number;
}

export type Consents = ReturnType<typeof createConsents>;

/** Which client may ask, and which mailbox's owner has agreed: a consent that is revoked ends every token of its round. */
export function createConsents({ secret, state, now }: ConsentsOptions) {
  const tokens = createSignInTokens(secret);
  const clientOf = (name: string): ConsentClient => ({
    clientId: `sandbox-${name}`,
    clientSecret: createHash('sha256').update(`${secret} ${name}`).digest('base64url'),
  });
  const trialClient = clientOf('own-client');
  const clients = { GMAIL: clientOf('google'), OUTLOOK: clientOf('microsoft'), ZOHO: clientOf('zoho') };
  const isClient = (provider: ConsentProvider, id: string, secret?: string) =>
    [clients[provider], trialClient].some(
      (client) => client.clientId === id && (secret === undefined || client.clientSecret === secret),
    );
  const usedCodes = new Set<string>();
  const roundOf = async (provider: ConsentProvider, email: string) =>
    (await state.read())?.[grantKey(provider, email)] ?? { round: 0, isGiven: false };
  const isStanding = async (content: TokenContent | null): Promise<boolean> => {
    if (!content) return false;
    const { round, isGiven } = await roundOf(content.vendor as ConsentProvider, content.email);
    return isGiven && round === content.round;
  };
  const write = async (provider: ConsentProvider, email: string, change: 'give' | 'revoke') => {
    const all = (await state.read()) ?? {};
    const { round } = all[grantKey(provider, email)] ?? { round: 0 };
    all[grantKey(provider, email)] =
      change === 'give' ? { round, isGiven: true } : { round: round + 1, isGiven: false };
    await state.write(all);
  };
  return {
    now,
    tokens,
    clients,
    trialClient,
    isClient,
    usedCodes,
    roundOf,
    isStanding,
    write,
    all: async () => (await state.read()) ?? {},
  };
}

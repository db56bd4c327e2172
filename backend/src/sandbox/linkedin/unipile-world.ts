import type { Context } from 'hono';
import type { SandboxPerson } from './sandbox-people';
import type { UnipileAccount } from './unipile-accounts';

export const day = 86_400_000;
const begin = Date.UTC(2020, 0, 1);

export interface World {
  now: () => number;
  person: (name: string) => SandboxPerson;
}

/** A member's ID is good for the account that looked it up, as LinkedIn's are. */
export const memberId = (account: string, name: string) =>
  `ACoAA${Buffer.from(JSON.stringify([account, name])).toString('base64url')}`;

export function readMemberId(id: string): [account: string, name: string] | null {
  try {
    return JSON.parse(Buffer.from(id.slice(5), 'base64url').toString()) as [string, string];
  } catch {
    return null;
  }
}

/** Who is meant: a name of an address, or an ID of this account's. */
export function nameOf(account: UnipileAccount, identifier: string): string | null {
  if (!identifier.startsWith('ACoAA')) return identifier;
  const [of, name] = readMemberId(identifier) ?? [];
  return of === account.id && name ? name : null;
}

export const acceptedAt = (world: World, account: UnipileAccount, name: string): number | null => {
  const { isKnown, acceptsAfter } = world.person(name);
  if (isKnown) return begin;
  const known = account.people[name];
  if (known?.invitedAt === null || known?.invitedAt === undefined || known.withdrawnAt !== null) return null;
  const at = acceptsAfter === null ? Infinity : known.invitedAt + acceptsAfter;
  return at <= world.now() ? at : null;
};
export const isPending = (world: World, account: UnipileAccount, name: string): boolean => {
  const known = account.people[name];
  return Boolean(known?.invitedAt) && known?.withdrawnAt === null && acceptedAt(world, account, name) === null;
};

/** `ada-falk-12` is called Ada Falk. */
export const nameOfPerson = (name: string): string =>
  name
    .split('-')
    .filter((part) => !/^\d+$/.test(part))
    .map((part) => `${part[0]?.toUpperCase() ?? ''}${part.slice(1)}`)
    .join(' ');

/** Runs a handler for an account that is signed in. */
export type As = (
  context: Context,
  id: string | undefined,
  work: (account: UnipileAccount) => Response | Promise<Response>,
) => Promise<Response>;

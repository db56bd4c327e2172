import { z } from 'zod';
import type { AskUnipile } from './unipile-http';

const list = z.object({
  items: z.array(z.object({ member_id: z.string(), created_at: z.number().nullish() })),
  cursor: z.string().nullish(),
});

/** How long one reading of an account's connections is good for, in milliseconds of campaign time. */
const freshFor = 3 * 3_600_000;
/** Of 100 each, the newest first. */
const pages = 20;
/** A request waits for 60 days at most; what is older than that was no answer to one. */
const longestWait = 62 * 24 * 3_600_000;
const mostAccounts = 1_000;

/**
 * The newest connections of accounts. LinkedIn watches how often profiles are opened, so that accepted requests are
 * found in the list of connections, one reading for all requests of an account.
 */
export function createRelations(ask: AskUnipile) {
  const known = new Map<string, { at: number; members: Promise<Set<string>> }>();
  const read = async (account: string, since: number): Promise<Set<string>> => {
    const members = new Set<string>();
    let cursor: string | null = null;
    for (let page = 0; page < pages; page++) {
      const query = { account_id: account, limit: '100', ...(cursor ? { cursor } : {}) };
      const found: z.output<typeof list> = await ask(['users', 'relations'], { query }, list);
      for (const { member_id } of found.items) members.add(member_id);
      if (!found.cursor || (found.items.at(-1)?.created_at ?? since) < since) break;
      cursor = found.cursor;
    }
    return members;
  };
  return {
    /** Whether an account is connected with a member. `at`: campaign time of the question. @throws Error */
    async has(account: string, member: string, at: Date): Promise<boolean> {
      const last = known.get(account);
      const age = last ? at.getTime() - last.at : Infinity;
      if (last && age >= 0 && age < freshFor) return (await last.members).has(member);
      const members = read(account, at.getTime() - longestWait);
      if (known.size >= mostAccounts) known.clear();
      known.set(account, { at: at.getTime(), members });
      return members.then(
        (found) => found.has(member),
        (error: unknown) => {
          known.delete(account);
          throw error;
        },
      );
    },
  };
}

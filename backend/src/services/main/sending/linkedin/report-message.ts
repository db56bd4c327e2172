import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { readSoon } from './linkedin-messages.store';

type ReportDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'linkedIn' | 'hashSecret' | 'config'>;

const tokenOf = (deps: Pick<ReportDeps, 'hashSecret'>) => deps.hashSecret('linkedin messages');

/** Where the provider reports new messages; nobody but the provider sees it. */
export const messagesUrlOf = (deps: Pick<ReportDeps, 'hashSecret' | 'config'>): string =>
  `${deps.config.publicUrl}/api/linkedin/messages/${tokenOf(deps)}`;

const report = z.object({ account_id: z.string().min(1).max(500) });

/**
 * The provider reports that an account got a message. Only the account is taken from it, which is read at once: what
 * was written is read from the provider.
 * @throws SkeinError NOT_FOUND, VALIDATION
 */
export async function reportMessage(deps: ReportDeps, given: { token: string; body: string }): Promise<{ done: true }> {
  const [right, theirs] = [Buffer.from(tokenOf(deps)), Buffer.from(given.token)];
  if (right.length !== theirs.length || !timingSafeEqual(right, theirs)) throw notFound('This address');
  const read = report.safeParse(parse(given.body));
  if (!read.success) throw new SkeinError('VALIDATION', 'This is not the report of a message.');
  const { linkedIn: provider } = deps;
  // Accounts of somebody else at the same provider are reported too.
  if (provider) {
    const known = { provider: provider.name, account: read.data.account_id };
    await readSoon(deps.db, known, new Date(deps.campaignClock.now()));
  }
  return { done: true };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

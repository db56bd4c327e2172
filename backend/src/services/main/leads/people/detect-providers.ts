import type { WorkspaceId } from '@skein/contracts/ids';
import { z } from 'zod';
import type { leadProviders } from '@skein/contracts/constants';
import { defineJob } from '#platform/jobs/job-definition';
import type { DnsResolver } from '#platform/mail/check-dns';
import { providerOfExchanges, type MailHost } from '#platform/mail/provider-of-exchanges';
import type { MainDeps } from '#main/deps';
import { applyProviders, rememberProviders } from './detect-providers.store';

type LeadProvider = (typeof leadProviders)[number];

/** Looks up who receives the mail of some domains. Enqueued by imports, so that DNS never slows one down. */
export const detectProvidersJob = defineJob({
  name: 'main.detect-providers',
  payload: z.object({ workspaceId: z.number().int(), domains: z.array(z.string()).max(10_000) }),
  attempts: 5,
});

/** Look-ups under way at once, and ms before one is given up. */
const parallel = 20;
const patience = 3_000;

/** Hosts of mail that leads are told apart by; every other one is OTHER. */
const known: Partial<Record<MailHost, LeadProvider>> = { Gmail: 'GMAIL', Outlook: 'OUTLOOK', Zoho: 'ZOHO' };

/**
 * Looks domains up and corrects the leads that were imported before the answer. What cannot be looked up stays OTHER
 * and is asked again with the next import.
 */
export async function detectProviders(
  deps: { db: MainDeps['db']; resolver: DnsResolver; realClock: MainDeps['realClock'] },
  payload: { workspaceId: WorkspaceId; domains: readonly string[] },
): Promise<void> {
  const found: { domain: string; provider: LeadProvider }[] = [];
  const waiting = [...payload.domains];
  await Promise.all(
    Array.from({ length: Math.min(parallel, waiting.length) }, async () => {
      for (let domain = waiting.pop(); domain !== undefined; domain = waiting.pop()) {
        const provider = await providerOfDomain(deps.resolver, domain);
        if (provider) found.push({ domain, provider });
      }
    }),
  );
  await deps.db.tenantSql(payload.workspaceId, async (sql) => {
    await rememberProviders(sql, found, new Date(deps.realClock.now()));
    await applyProviders(
      payload.workspaceId,
      sql,
      found.filter((one) => one.provider !== 'OTHER'),
    );
  });
}

/** Who receives the mail of a domain, by its MX records. null when DNS did not answer; a domain without MX is OTHER. */
export async function providerOfDomain(resolver: DnsResolver, domain: string): Promise<LeadProvider | null> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('too slow')), patience);
    });
    const provider = providerOfExchanges(await Promise.race([resolver.resolveMx(domain), late]));
    return (provider && known[provider]) ?? 'OTHER';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'OTHER' : null;
  } finally {
    clearTimeout(timer);
  }
}

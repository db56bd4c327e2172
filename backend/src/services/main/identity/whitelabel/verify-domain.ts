import { domainOf, isCovered } from '@skein/contracts/brand-proof';
import { isUniqueViolation } from '#platform/db/unique-violation';
import type { DnsResolver } from '#platform/mail/check-dns';
import type { MainDeps } from '#main/deps';
import { changeWhitelabel, findProven, type WhitelabelRecord } from './whitelabel.store';

export const recordName = (domain: string): string => `_skein.${domain}`;
export const recordValue = (token: string): string => `skein-verify=${token}`;

type Finding = { proven: true } | { proven: false; problem: string; isCertain: boolean };

/** Looks the TXT record of a domain up. Never throws: trouble with DNS is no proof of anything. */
async function lookUpProof(resolver: DnsResolver, domain: string, token: string): Promise<Finding> {
  const name = recordName(domain);
  try {
    const records = (await resolver.resolveTxt(name)).map((parts) => parts.join('').trim());
    if (records.includes(recordValue(token))) return { proven: true };
    return {
      proven: false,
      isCertain: true,
      problem: `${name} says something else. It has to say ${recordValue(token)}.`,
    };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === 'ENOTFOUND' || code === 'ENODATA')
      return {
        proven: false,
        isCertain: true,
        problem: `No TXT record at ${name} yet. New records can take an hour to be seen.`,
      };
    return {
      proven: false,
      isCertain: false,
      problem: `DNS did not answer (${code || 'no reason given'}). Please try again in a moment.`,
    };
  }
}

type VerifyDeps = Pick<MainDeps, 'db' | 'resolver' | 'realClock'>;

/** Looks at the host name and the sender of one workspace, and keeps what was found. What is proven stays so while DNS is only silent. */
export async function verifyWhitelabel(deps: VerifyDeps, brand: WhitelabelRecord): Promise<void> {
  const at = new Date(deps.realClock.now());
  const sender = brand.sender_address === null ? null : domainOf(brand.sender_address);
  const ofDomain = brand.domain === null ? null : await lookUpProof(deps.resolver, brand.domain, brand.token);
  const ofSender =
    // A sender below the proven host name needs no record of its own.
    sender === null
      ? null
      : isCovered(sender, brand.domain) && ofDomain?.proven
        ? ofDomain
        : await lookUpProof(deps.resolver, sender, brand.token);
  const verifiedAt = (finding: Finding | null, before: Date | null) =>
    finding === null ? null : finding.proven ? (before ?? at) : finding.isCertain ? null : before;
  const problem = (finding: Finding | null) => (finding === null || finding.proven ? null : finding.problem);
  const write = (domainAt: Date | null, domainProblem: string | null) =>
    deps.db.tenantSql(brand.workspace_id, (sql) =>
      changeWhitelabel(brand.workspace_id, sql, {
        change: {
          domain_checked_at: at,
          domain_verified_at: domainAt,
          domain_problem: domainProblem,
          sender_verified_at: verifiedAt(ofSender, brand.sender_verified_at),
          sender_problem: problem(ofSender),
          // The names may have been changed while DNS was asked: what was found says nothing about the new ones.
        },
        at,
        looked: brand,
      }),
    );
  try {
    await write(verifiedAt(ofDomain, brand.domain_verified_at), problem(ofDomain));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await write(
      null,
      'This host name is proven by another workspace. If it is yours, remove their record and try again tomorrow.',
    );
  }
}

/** The nightly look: a host name that changed hands must not keep its face. */
export async function verifyAll(deps: VerifyDeps): Promise<void> {
  for (const brand of await findProven(deps.db)) await verifyWhitelabel(deps, brand);
}

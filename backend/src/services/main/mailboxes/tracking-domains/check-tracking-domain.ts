import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hostName } from '@skein/contracts/main/whitelabel.contract';
import type { TrackingDomainView } from '@skein/contracts/main/tracking-domains.contract';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import {
  everyTrackingDomain,
  leadsHere,
  listTrackingDomainRows,
  notePointed,
  writeTrackingCheck,
  type TrackingDomainRow,
} from './tracking-domains.store';

type Deps = Pick<
  MainDeps,
  'db' | 'realClock' | 'resolver' | 'masterKey' | 'config' | 'sandbox' | 'reachDomain' | 'live' | 'log'
>;

const targetOf = (deps: Pick<Deps, 'config'>) => new URL(deps.config.trackingUrl).hostname;

/** What only this installation can answer at a name: whoever copies it for one name cannot use it for another. */
const proofOf = (deps: Pick<Deps, 'masterKey'>, host: string, nonce: string) =>
  createHmac('sha256', derivePurposeKey(deps.masterKey, 'tracking domain proof'))
    .update(`${host} ${nonce}`)
    .digest('base64url');

/** Our answer at the name that a request came to. */
export const proveTrackingDomain = (deps: Pick<Deps, 'masterKey'>, hostHeader: string, nonce: string) => ({
  proof: proofOf(deps, hostHeader.toLowerCase().replace(/:\d+$/, ''), nonce),
});

/** @throws SkeinError NOT_FOUND for a name that does not lead here */
export async function askForCertificate(deps: Pick<Deps, 'db'>, domain: string) {
  if (!(await leadsHere(deps.db, domain.trim().toLowerCase()))) throw notFound('This host name');
  return {};
}

export async function listTrackingDomains(deps: Deps, who: Who): Promise<{ rows: TrackingDomainView[] }> {
  const rows = await listTrackingDomainRows(deps.db, who.workspaceId, null, scopeOf(who));
  return { rows: rows.map((row) => viewOf(deps, row)) };
}

const viewOf = (deps: Deps, row: TrackingDomainRow): TrackingDomainView => ({
  domain: row.domain,
  target: targetOf(deps),
  pointed_at: row.pointed_at?.toISOString() ?? null,
  verified_at: row.verified_at?.toISOString() ?? null,
  checked_at: row.checked_at?.toISOString() ?? null,
  problem: row.problem,
  mailboxes: row.mailboxes,
  is_sandbox: deps.sandbox !== null,
});

async function load(deps: Deps, who: Who, domain: string): Promise<TrackingDomainRow> {
  const [row] = await listTrackingDomainRows(deps.db, who.workspaceId, domain, scopeOf(who));
  if (!row) throw notFound('This tracking domain');
  return row;
}

/** Looks now, and keeps what was found. @throws SkeinError NOT_FOUND when no mailbox that they see names it */
export async function checkTrackingDomain(deps: Deps, who: Who, domain: string): Promise<TrackingDomainView> {
  await verify(deps, await load(deps, who, domain));
  return viewOf(deps, await load(deps, who, domain));
}

/** The sandbox's own DNS stands for a registrar's. @throws SkeinError NOT_FOUND outside the sandbox */
export async function publishTrackingDomain(deps: Deps, who: Who, domain: string): Promise<TrackingDomainView> {
  if (deps.sandbox === null) throw notFound('The sandbox');
  await load(deps, who, domain);
  deps.sandbox.publishCname(domain, targetOf(deps));
  return checkTrackingDomain(deps, who, domain);
}

type Finding = { ok: true } | { ok: false; problem: string; isCertain: boolean };

/** What is verified stays so while DNS or the network are only silent: a night of trouble changes no email. */
async function verify(deps: Deps, row: TrackingDomainRow): Promise<void> {
  const at = new Date(deps.realClock.now());
  const pointed = await lookUpCname(deps, row.domain);
  if (pointed.ok) await notePointed(deps.db, row.workspace_id, row.domain, at);
  const finding = pointed.ok ? await askForProof(deps, row.domain) : pointed;
  const lost = (before: Date | null, found: Finding) => (found.ok ? (before ?? at) : found.isCertain ? null : before);
  await writeTrackingCheck(deps.db, row.workspace_id, {
    domain: row.domain,
    pointedAt: lost(row.pointed_at, pointed),
    verifiedAt: lost(row.verified_at, finding),
    problem: finding.ok ? null : finding.problem,
    at,
  });
  await deps.db.systemSql((sql) => deps.live.publish(sql, row.workspace_id, ['mailboxes']));
}

async function lookUpCname(deps: Deps, domain: string): Promise<Finding> {
  const target = targetOf(deps);
  if (!hostName.safeParse(domain).success)
    return { ok: false, isCertain: true, problem: `${domain} is no host name such as go.company.com.` };
  try {
    const names = (await deps.resolver.resolveCname?.(domain)) ?? [];
    if (names.some((name) => name.toLowerCase().replace(/\.$/, '') === target)) return { ok: true };
    return {
      ok: false,
      isCertain: true,
      problem: names[0]
        ? `${domain} leads to ${names[0]}. Its CNAME has to be ${target}.`
        : `${domain} has no CNAME. It has to be ${target}.`,
    };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? {
          ok: false,
          isCertain: true,
          problem: `No CNAME at ${domain} yet. New records can take an hour to be seen.`,
        }
      : { ok: false, isCertain: false, problem: `DNS did not answer (${code || 'no reason given'}).` };
  }
}

async function askForProof(deps: Deps, domain: string): Promise<Finding> {
  if (!deps.reachDomain) return { ok: false, isCertain: false, problem: 'No host name is asked from here.' };
  const nonce = randomBytes(18).toString('base64url');
  const wanted = Buffer.from(proofOf(deps, domain, nonce));
  try {
    const { status, text } = await deps.reachDomain(domain, `/api/tracking-domains/proof?nonce=${nonce}`);
    const given = Buffer.from(/"proof":"([\w-]{43})"/.exec(text)?.[1] ?? '');
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return { ok: true };
    return {
      ok: false,
      // A proxy that is out of order says nothing about where the name leads.
      isCertain: status < 500,
      problem: `https://${domain} answered ${status} without our answer. The proxy has to pass it on with its Host header unchanged.`,
    };
  } catch (error) {
    const why = (error as Error).message;
    return {
      ok: false,
      isCertain: false,
      problem: `https://${domain} could not be opened: ${why} A certificate can take a minute; try again.`,
    };
  }
}

/** The nightly look at all of them. One that cannot be looked at holds no other up. */
export async function verifyTrackingDomains(deps: Deps): Promise<void> {
  for (const { workspace_id: workspaceId, domain } of await everyTrackingDomain(deps.db)) {
    const [row] = await listTrackingDomainRows(deps.db, workspaceId, domain);
    if (!row) continue;
    await verify(deps, row).catch((error: Error) =>
      deps.log.error({ error, domain }, 'a tracking domain could not be looked at'),
    );
  }
}

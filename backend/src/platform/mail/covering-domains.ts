import { parse } from 'tldts';

/** Characters of a domain: what a hostile sender writes beyond them is above no entry. */
const longest = 253;

/**
 * The domains whose block covers a domain: itself and those above it, down to two parts. `mail.acme.com` is covered by `mail.acme.com` and
 * `acme.com`. The one rule of both block lists (decision 32); the function `covering_domains` is the same in SQL.
 */
export function coveringDomains(domain: string): string[] {
  const covering = [domain];
  let at = domain.indexOf('.', domain.length - longest - 1);
  for (; at !== -1 && domain.includes('.', at + 1); at = domain.indexOf('.', at + 1))
    covering.push(domain.slice(at + 1));
  return covering;
}

/** Whether anyone can register a domain below it, as below `com` and `co.uk`: its block would cover strangers. */
export function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann } = parse(domain, { validateHostname: false });
  return isIcann === true && publicSuffix === domain;
}

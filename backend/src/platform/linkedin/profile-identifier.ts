/** At Unipile these stand where a name does and are none; dots alone lead elsewhere in a path. */
const reserved = new Set(['me', 'invite', 'relations', 'followers', 'following', '', '.', '..']);

/**
 * What names a person in the address of a LinkedIn profile: `nora-falk` of `https://www.linkedin.com/in/nora-falk/`, or
 * the member ID of a Sales Navigator or Recruiter address. Null for anything else, such as a company.
 */
export function profileIdentifier(address: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`);
  if (!url || !/(^|\.)linkedin\.com$/i.test(url.hostname)) return null;
  const [, kind, name] =
    /^\/(?:mwlite\/)?(in|pub|sales\/lead|sales\/people|talent\/profile)\/([^/,]+)/i.exec(url.pathname) ?? [];
  if (!kind || !name) return null;
  try {
    const identifier = decodeURIComponent(name);
    return reserved.has(identifier.trim().toLowerCase()) ? null : identifier;
  } catch {
    return null;
  }
}

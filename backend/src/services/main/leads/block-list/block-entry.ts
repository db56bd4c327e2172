import { isEmailAddress } from '@skein/contracts/email-address';
import { cleanAddress } from '@skein/contracts/clean-address';
import { isPublicSuffix } from '#platform/mail/covering-domains';
import { explainAddress } from '../lead-rows/explain-address';

export interface BlockEntry {
  kind: 'email' | 'domain';
  value: string;
}

const hostname = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/**
 * Reads an entry as a person writes it: an address, or a domain with or without https://, www., *., @ or a path. Null when it is
 * neither, or a public suffix: a domain covers its subdomains, and below `co.uk` are strangers.
 */
export function readBlockEntry(text: string): BlockEntry | null {
  // Longer than any address or link that means one; a megabyte of a broken file is not looked through.
  if (text.length > 2_000) return null;
  const plain = text
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/^[\u0000-\u0020\u007f]+|(?<![\u0000-\u0020\u007f])[\u0000-\u0020\u007f]+$/g, '')
    .trim()
    .toLowerCase();
  // What is parted by a line break or the like is two things, or made to look like another.
  if (/[\u0000-\u001f\u007f]/.test(plain)) return null;
  const at = plain.indexOf('@');
  if (at > 0) {
    const email = cleanAddress(plain);
    return isEmailAddress(email) ? { kind: 'email', value: email } : null;
  }
  const domain = domainIn(plain);
  return hostname.test(domain) && domain.length <= 253 && !isPublicSuffix(domain)
    ? { kind: 'domain', value: domain }
    : null;
}

const domainIn = (plain: string): string =>
  plain
    .replace(/^@/, '')
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^(?:www|\*)?\./, '')
    .split(/[/?#]/, 1)
    .join('')
    .replace(/\.$/, '');

/** Why a text is no entry, in words that tell what to mend. */
export function explainEntry(text: string): string {
  if (text.indexOf('@') > 0) return explainAddress(cleanAddress(text));
  if (/[\u0000-\u001f\u007f]/.test(text.trim())) return 'A line break or another control character in it';
  const domain = domainIn(text.trim().toLowerCase());
  if (isPublicSuffix(domain)) return `Covers every domain under .${domain}; enter a company’s domain`;
  return text.includes('.') ? 'Not the form of a domain' : 'Neither an address nor a domain';
}

/** A cell as it can be kept and shown: without what PostgreSQL refuses (NUL, half a character), 320 characters at most. */
export const storableEntry = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f\u200b-\u200d\u2060\ufeff]/g, '')
    .trim()
    .slice(0, 320)
    .replace(/\p{Surrogate}/gu, '\ufffd');

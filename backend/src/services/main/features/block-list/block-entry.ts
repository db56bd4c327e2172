import { isEmailAddress } from '@skein/contracts/address-rules';
import { cleanAddress } from '../leads/prepare-row';

export interface BlockEntry { kind: 'email' | 'domain'; value: string }

const hostname = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** Reads an entry as a person writes it: an address, or a domain with or without https://, www., @ or a path. Null when it is neither. */
export function readBlockEntry(text: string): BlockEntry | null {
  const plain = text.trim().toLowerCase();
  const at = plain.indexOf('@');
  if (at > 0) {
    const email = cleanAddress(plain);
    return isEmailAddress(email) ? { kind: 'email', value: email } : null;
  }
  const domain = plain.replace(/^@/, '').replace(/^[a-z]+:\/\//, '').replace(/^www\./, '').replace(/[/?#].*$/, '').replace(/\.$/, '');
  return hostname.test(domain) && domain.length <= 253 ? { kind: 'domain', value: domain } : null;
}

import { z } from 'zod';

/** Address rules of the specification, section 5. */

const freeDomains = ['gmail', 'yahoo', 'outlook', 'aol', 'hotmail'];
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** 6 to 254 characters; local part 1 to 64; domain of 1 to 8 labels of 1 to 63 characters and a top-level part of 2 to 63 letters. */
export function isEmailAddress(text: string): boolean {
  if (text.length < 6 || text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > 64 || !localPart.test(local)) return false;
  const labels = text.slice(at + 1).split('.');
  const top = labels.pop() ?? '';
  return labels.length >= 1 && labels.length <= 8 && /^([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i.test(top) && labels.every((part) => label.test(part));
}

/** Whether the address is at one of the free mail services that sign-up rejects, whatever its top-level part (yahoo.co.uk too). */
export function isFreeMailAddress(text: string): boolean {
  const labels = text.slice(text.lastIndexOf('@') + 1).toLowerCase().split('.');
  return labels.length >= 2 && (freeDomains.includes(labels[0] ?? '') || (freeDomains.includes(labels.at(-2) ?? '')));
}

/** Addresses are compared and stored in lower case, without spaces around. */
export const emailAddress = z.string().trim().toLowerCase().refine(isEmailAddress, 'must be an e-mail address such as name@company.com');
export const signUpAddress = emailAddress.refine((text) => !isFreeMailAddress(text), 'must be a work address; free mail services are not accepted');
/** SW- followed by exactly 10 upper-case letters or digits. */
export const referralCode = z.string().regex(/^SW-[A-Z0-9]{10}$/, 'must be SW- followed by 10 capital letters or digits');
/** Optional http(s):// and www, then a hostname with a top-level part of 2 or more letters. */
export const domainName = z.string().trim().toLowerCase().regex(/^(https?:\/\/)?(www\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}\/?$/, 'must be a domain such as company.com');
/** At least 8 characters, at most 200 (NIST SP 800-63B: length is what counts). */
export const newPassword = z.string().min(8, 'needs at least 8 characters').max(200, 'may have at most 200 characters');

/** The six digits of an authenticator app, or of the mail that stands in for it. People type them in groups. */
export const oneTimeCode = z.string().transform((code) => code.replace(/[\s-]/g, '')).pipe(z.string().regex(/^\d{6}$/, 'must be 6 digits'));

/** What proves the second factor: six digits, or a recovery code of ten letters and digits. */
export const secondFactor = z.string().transform((code) => code.replace(/[\s-]/g, '').toUpperCase()).pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{10})$/, 'must be 6 digits, or a recovery code'));

import { z } from 'zod';
import { isEmailAddress, isFreeMailAddress } from './email-address';

export { isEmailAddress, isFreeMailAddress };

/** Address rules of docs/domain.md, Validation. */

/** Addresses are compared and stored in lower case, without spaces around. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'can have at most 254 characters')
  .refine(isEmailAddress, {
    error: ({ input }) => (input === '' ? 'is required' : 'must look like name@company.com'),
  });
export const signUpAddress = emailAddress.refine(
  (text) => !isFreeMailAddress(text),
  'must be a work address, not a free one',
);
/** SW- followed by exactly 10 upper-case letters or digits. */
export const referralCode = z
  .string()
  .regex(/^SW-[A-Z0-9]{10}$/, 'must be SW- followed by 10 capital letters or digits');
/** Optional http(s):// and www, then a hostname with a top-level part of 2 or more letters. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(https?:\/\/)?(www\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}\/?$/,
    'must be a domain such as company.com',
  );
/** At least 8 characters, at most 200 (NIST SP 800-63B: length is what counts). */
export const newPassword = z.string().min(8, 'needs at least 8 characters').max(200, 'can have at most 200 characters');

/** The six digits of an authenticator app, or of the mail that stands in for it. People type them in groups. */
export const oneTimeCode = z
  .string()
  .transform((code) => code.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be 6 digits'));

/** What proves the second factor: six digits, or a recovery code of ten letters and digits. */
export const secondFactor = z
  .string()
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{10})$/, 'must be 6 digits, or a recovery code'));

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

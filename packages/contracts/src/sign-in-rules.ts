import { z } from 'zod';

/** Which passwords are refused: shorter than 8 characters or longer than 200. Nothing else is (NIST SP 800-63B: length is what counts). */
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

import { z } from 'zod';

/**
 * Longest texts of an email, in UTF-16 code units. A body of 100,000 characters is about 15,000 words, and Gmail cuts off what is
 * shown beyond 102 kB; a subject line may have 998 (RFC 5322, 2.1.1). What reads and checks these texts takes linear time, so the
 * limits also bound what one request can cost. `sequence`: all texts of one campaign together.
 */
export const emailLimits = { body: 100_000, subject: 998, sequence: 1_000_000 } as const;

/** HTML or text of an email as somebody writes it, with variables and spintax. */
export const emailBody = z.string().max(emailLimits.body, 'can have at most 100,000 characters');
export const emailSubject = z.string().max(emailLimits.subject, 'can have at most 998 characters');

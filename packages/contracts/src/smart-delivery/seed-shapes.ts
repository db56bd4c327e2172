import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { idParam, instant, text } from '../schemas';

export const seedParams = z.object({ placementSeedId: idParam });
const label = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(60)
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks');

export const seedKinds = ['personal', 'business'] as const;
export const seedSecurities = ['TLS', 'STARTTLS'] as const;
export const seedAuthMethods = ['PASSWORD', 'XOAUTH2'] as const;

/** What an OAuth2 client was granted for a mailbox (RFC 6749, section 6). */
export const seedGrant = z.object({
  token_url: z.url().max(2_000),
  client_id: text(1_000).min(1, 'is required'),
  client_secret: text(1_000).min(1, 'is required'),
  refresh_token: text(10_000).min(1, 'is required'),
});

const fields = z.object({
  email: emailAddress,
  /** As results name it. Left out, the MX records of the domain tell it. */
  provider: label.optional(),
  region: label,
  kind: z.enum(seedKinds).default('personal'),
  host: z.string().trim().toLowerCase().min(1, 'is required').max(253),
  port: z.number().int().min(1).max(65_535).default(993),
  security: z.enum(seedSecurities).default('TLS'),
  password: z.string().min(1, 'is required').max(1_000).optional(),
  /** Instead of a password: IMAP by XOAUTH2. */
  oauth: seedGrant.optional(),
});
const hasOneLogin = ({ password, oauth }: { password?: string | undefined; oauth?: object | undefined }) =>
  (password === undefined) !== (oauth === undefined);
const oneLogin = { path: ['password'], message: 'is required, or the grant of an OAuth client, and not both' };

/** A seed mailbox with its login, as a person or a row of a file names it. */
export const newSeed = fields.refine(hasOneLogin, oneLogin);
/** The same for operators, who can keep it for one workspace. */
export const newOperatorSeed = fields
  .extend({ workspace_id: z.number().int().positive().max(2_147_483_647).nullable().optional() })
  .refine(hasOneLogin, oneLogin);

export const seedView = z.object({
  id: z.number().int(),
  email: z.string(),
  provider: z.string(),
  region: z.string(),
  kind: z.enum(seedKinds),
  host: z.string(),
  port: z.number().int(),
  auth_method: z.enum(seedAuthMethods),
  is_sandbox: z.boolean(),
  /** New runs write to it. */
  is_active: z.boolean(),
  /** When it was read last, by a run or a check. */
  checked_at: instant.nullable(),
  /** What kept it from being read; null when the last read worked. */
  problem: z.string().nullable(),
});
export type SeedView = z.output<typeof seedView>;

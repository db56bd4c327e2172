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
  token_url: z.url('must be a web address').max(2_000),
  client_id: text(1_000).min(1, 'is required'),
  client_secret: text(1_000).min(1, 'is required'),
  refresh_token: text(10_000).min(1, 'is required'),
});

const fields = z.object({
  email: emailAddress,
  /**
   * Both as results name them. Left out, the MX records of the domain tell the provider, and the region where its hosts are of one country.
   */
  provider: label.optional(),
  region: label.optional(),
  kind: z.enum(seedKinds).default('personal'),
  host: z.string().trim().toLowerCase().min(1, 'is required').max(253),
  port: z.number().int().min(1).max(65_535).default(993),
  security: z.enum(seedSecurities).default('TLS'),
  password: z.string().min(1, 'is required').max(1_000).optional(),
  /** Instead of a password: IMAP by XOAUTH2. */
  oauth: seedGrant.optional(),
});
interface Login {
  password?: string | undefined;
  oauth?: object | undefined;
}
const hasLogin = ({ password, oauth }: Login) => password !== undefined || oauth !== undefined;
const isLoginMissing = { path: ['password'], message: 'is required, or an OAuth grant' };
const hasOneLogin = ({ password, oauth }: Login) => password === undefined || oauth === undefined;
const isLoginDouble = { path: ['password'], message: 'can’t be used together with an OAuth grant' };

/** A seed mailbox with its login, as a person or a row of a file names it. */
export const newSeed = fields.refine(hasLogin, isLoginMissing).refine(hasOneLogin, isLoginDouble);
/** The same for operators, who can keep it for one workspace. */
export const newOperatorSeed = fields
  .extend({ workspace_id: z.number().int().positive().max(2_147_483_647).nullable().optional() })
  .refine(hasLogin, isLoginMissing)
  .refine(hasOneLogin, isLoginDouble);

/** Seeds of one call; each is a login. */
export const mostSeedsAtOnce = 200;

/** What came of each seed of a call, in the order given. */
export const connectedSeeds = z.object({
  rows: z.array(
    z.object({
      email: z.string(),
      provider: z.string().nullable(),
      /** Null once it is connected. */
      problem: z.string().nullable(),
    }),
  ),
});

/**
 * `waiting`: the login has not found yet the code that was emailed to the address of a workspace's seed; until then no run writes to it.
 */
export const seedStates = ['waiting', 'active', 'disabled'] as const;

export const seedView = z.object({
  id: z.number().int(),
  email: z.string(),
  provider: z.string(),
  region: z.string(),
  kind: z.enum(seedKinds),
  host: z.string(),
  port: z.number().int(),
  security: z.enum(seedSecurities),
  auth_method: z.enum(seedAuthMethods),
  is_sandbox: z.boolean(),
  state: z.enum(seedStates),
  /** New runs write to it: `state` is `active`. */
  is_active: z.boolean(),
  /** Until when the code works that was emailed last; null when there is none. */
  code_until: instant.nullable(),
  /** When it was read last, by a run or a check. */
  checked_at: instant.nullable(),
  /** What kept it from being read or confirmed; null when the last read worked. */
  problem: z.string().nullable(),
});
export type SeedView = z.output<typeof seedView>;

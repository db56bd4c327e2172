import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { done, empty, idParam, instant } from '../schemas';

const operator = { who: 'operator' } as const;
const seedParams = z.object({ placementSeedId: idParam });
const label = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(60)
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks');

export const seedKinds = ['personal', 'business'] as const;
export const seedSecurities = ['TLS', 'STARTTLS'] as const;

/** A seed mailbox with its login, as a person or a row of a file names it. */
const newSeed = z.object({
  email: emailAddress,
  /** As results name it. Left out, the MX records of the domain tell it. */
  provider: label.optional(),
  region: label,
  kind: z.enum(seedKinds).default('personal'),
  host: z.string().trim().toLowerCase().min(1, 'is required').max(253),
  port: z.number().int().min(1).max(65_535).default(993),
  security: z.enum(seedSecurities).default('TLS'),
  password: z.string().min(1, 'is required').max(1_000),
});
/** Seeds of one call; each is a login. */
export const mostSeedsAtOnce = 200;

const seed = z.object({
  id: z.number().int(),
  email: z.string(),
  provider: z.string(),
  region: z.string(),
  kind: z.enum(seedKinds),
  host: z.string(),
  port: z.number().int(),
  is_sandbox: z.boolean(),
  /** New runs write to it. */
  is_active: z.boolean(),
  /** When it was read last, by a run or a check. */
  checked_at: instant.nullable(),
  /** What kept it from being read; null when the last read worked. */
  problem: z.string().nullable(),
});
export type OperatorSeedView = z.output<typeof seed>;

/** Seed mailboxes of placement tests: they belong to the installation, receive test emails, and never send. */
export const operatorSeedsContract = defineContract({
  service: 'smart-delivery',
  tag: 'Operator: seeds',
  endpoints: {
    listSeeds: {
      method: 'GET',
      path: '/api/smart-delivery/operator/seeds',
      access: operator,
      summary: 'Seed mailboxes of placement tests, by provider and region',
      response: z.object({ rows: z.array(seed) }),
    },
    addSeed: {
      method: 'POST',
      path: '/api/smart-delivery/operator/seeds',
      access: operator,
      status: 201,
      summary: 'Connect a seed mailbox once its IMAP login works; an address that is a seed already gets these servers',
      body: newSeed,
      response: seed,
    },
    addSeeds: {
      method: 'POST',
      path: '/api/smart-delivery/operator/seeds/import',
      access: operator,
      summary: 'Connect many seed mailboxes, each once its IMAP login works; the answer says of each what kept it out',
      body: z.object({ seeds: z.array(newSeed).min(1).max(mostSeedsAtOnce) }),
      response: z.object({
        /** In the order given. */
        rows: z.array(
          z.object({
            email: z.string(),
            provider: z.string().nullable(),
            /** Null once it is connected. */
            problem: z.string().nullable(),
          }),
        ),
      }),
    },
    checkSeed: {
      method: 'POST',
      path: '/api/smart-delivery/operator/seeds/:placementSeedId/check',
      access: operator,
      summary: 'Log in to a seed mailbox now',
      params: seedParams,
      body: empty,
      response: seed,
    },
    setSeedActive: {
      method: 'PATCH',
      path: '/api/smart-delivery/operator/seeds/:placementSeedId',
      access: operator,
      summary: 'Let new runs write to a seed mailbox, or not',
      params: seedParams,
      body: z.object({ is_active: z.boolean() }),
      response: seed,
    },
    deleteSeed: {
      method: 'DELETE',
      path: '/api/smart-delivery/operator/seeds/:placementSeedId',
      access: operator,
      summary: 'Delete a seed mailbox with its password; results that name it stay',
      params: seedParams,
      response: done,
    },
  },
});

/** For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build, thin-contract-loader). */
export const addSeedBody = operatorSeedsContract.endpoints.addSeed.body;

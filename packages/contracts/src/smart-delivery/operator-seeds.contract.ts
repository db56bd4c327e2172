import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, empty } from '../schemas';
import { connectedSeeds, mostSeedsAtOnce, newOperatorSeed, seedParams, seedView } from './seed-shapes';

const operator = { who: 'operator' } as const;

const seed = seedView.extend({
  /** The workspace whose tests alone write to it; null: those of every workspace. */
  workspace: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type OperatorSeedView = z.output<typeof seed>;

/** Seed mailboxes of placement tests: they receive test emails and never send. Those of one workspace are among them. */
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
      body: newOperatorSeed,
      response: seed,
    },
    addSeeds: {
      method: 'POST',
      path: '/api/smart-delivery/operator/seeds/import',
      access: operator,
      summary: 'Connect many seed mailboxes, each once its IMAP login works; the answer says of each what kept it out',
      body: z.object({ seeds: z.array(newOperatorSeed).min(1).max(mostSeedsAtOnce) }),
      response: connectedSeeds,
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

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const addSeedBody = operatorSeedsContract.endpoints.addSeed.body;

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, empty } from '../schemas';
import { connectedSeeds, mostSeedsAtOnce, newSeed, seedParams, seedView } from './seed-shapes';

const write = { who: 'person', may: 'deliverability.write' } as const;

/**
 * Seed mailboxes that a workspace connects for itself: its tests write to them as to those of the installation, no
 * other workspace's do. A code is emailed to the address of each, and tests write to it once its login has found the
 * code: an IMAP server says nothing about who owns an address.
 */
export const seedsContract = defineContract({
  service: 'smart-delivery',
  tag: 'Deliverability',
  endpoints: {
    ownSeeds: {
      method: 'GET',
      path: '/api/smart-delivery/seeds',
      access: write,
      summary: 'The workspace’s own seed mailboxes',
      response: z.object({ rows: z.array(seedView) }),
    },
    addOwnSeed: {
      method: 'POST',
      path: '/api/smart-delivery/seeds',
      access: write,
      status: 201,
      summary:
        'Connect a seed mailbox of the workspace once its IMAP login works, and email a code to it, which its login has to find; one that is connected already gets these servers',
      body: newSeed,
      response: seedView,
    },
    addOwnSeeds: {
      method: 'POST',
      path: '/api/smart-delivery/seeds/import',
      access: write,
      summary:
        'Connect many seed mailboxes of the workspace, each once its IMAP login works; the answer says of each what kept it out',
      body: z.object({ seeds: z.array(newSeed).min(1).max(mostSeedsAtOnce) }),
      response: connectedSeeds,
    },
    checkOwnSeed: {
      method: 'POST',
      path: '/api/smart-delivery/seeds/:placementSeedId/check',
      access: write,
      summary: 'Log in to a seed mailbox of the workspace now, and look for the code where one was emailed',
      params: seedParams,
      body: empty,
      response: seedView,
    },
    mailOwnSeedCode: {
      method: 'POST',
      path: '/api/smart-delivery/seeds/:placementSeedId/code',
      access: write,
      summary: 'Email another code to a seed mailbox that is waiting for one',
      params: seedParams,
      body: empty,
      response: seedView,
    },
    setOwnSeedActive: {
      method: 'PATCH',
      path: '/api/smart-delivery/seeds/:placementSeedId',
      access: write,
      summary: 'Let new runs write to a seed mailbox of the workspace, or not',
      params: seedParams,
      body: z.object({ is_active: z.boolean() }),
      response: seedView,
    },
    deleteOwnSeed: {
      method: 'DELETE',
      path: '/api/smart-delivery/seeds/:placementSeedId',
      access: write,
      summary: 'Delete a seed mailbox of the workspace with its password; results that name it stay',
      params: seedParams,
      response: done,
    },
  },
});

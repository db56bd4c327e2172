import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { readAnswer, wireRequest, type ParsePolicy } from '@skein/contracts/client';
import type { AnyEndpoint, Contract } from '@skein/contracts/endpoint';
import { problemOf, type Problem } from './problem';
import { reportMismatch } from './telemetry';
import { pageTransport } from './transport';

/**
 * What answers are about. A query provides tags, a mutation invalidates them, and the live channel names them when something
 * changed elsewhere. Add a row when a new kind of thing appears.
 */
export const tags = [
  'analytics',
  'attention',
  'api-key',
  'block-list',
  'campaign',
  'category',
  'client',
  'counts',
  'deliverability',
  'event',
  'export',
  'folder',
  'forecast',
  'get-started',
  'import',
  'integration',
  'job',
  'lead',
  'mailbox',
  'report',
  'notification',
  'operator',
  'plan',
  'profile',
  'purchase',
  'sandbox-time',
  'sequence',
  'server',
  'session',
  'settings',
  'tag',
  'task',
  'team',
  'template',
  'thread',
  'university',
  'untracked-reply',
  'view',
  'warmup',
  'webhook',
] as const;

export type Tag = (typeof tags)[number];

interface ContractCall {
  contract: Contract;
  name: string;
  input: { params?: unknown; query?: unknown; body?: unknown };
}

const parsePolicy: ParsePolicy = {
  onMismatch: ({ endpoint, error }) => {
    if (process.env.NODE_ENV !== 'production') return 'throw';
    reportMismatch(endpoint, error);
    return 'pass';
  },
};

export const callContract: BaseQueryFn<ContractCall, unknown, Problem> = async (
  { contract, name, input },
  { signal },
) => {
  try {
    const endpoint = contract.endpoints[name] as AnyEndpoint;
    const answer = await pageTransport(wireRequest(contract.service, endpoint, input, signal));
    return { data: readAnswer(endpoint, answer, parsePolicy) ?? null };
  } catch (error) {
    return { error: problemOf(error) };
  }
};

/**
 * The one cache of the page. Remotes inject endpoints made from contracts:
 * ```
 * const campaigns = endpointsFrom(campaignsContract);
 * export const campaignsApi = api.injectEndpoints({
 *   endpoints: (build) => ({
 *     listCampaigns: campaigns.query(build, 'list', { provides: ['campaign'] }),
 *     setCampaignStatus: campaigns.mutation(build, 'setStatus', { invalidates: ['campaign', 'counts'] }),
 *   }),
 * });
 * export const { useListCampaignsQuery, useSetCampaignStatusMutation } = campaignsApi;
 * ```
 * Old rows stay visible while new ones are loaded; an entry is kept five minutes after its last reader has gone.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: callContract,
  tagTypes: tags,
  keepUnusedDataFor: 300,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

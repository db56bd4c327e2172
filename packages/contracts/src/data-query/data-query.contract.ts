import { z } from 'zod';
import { looseRecord } from '../schemas';
import { defineContract } from '../endpoint';

/** One failure, as GraphQL names it; `code` is one of our error codes. */
export const dataError = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string() }).optional(),
});

/** The data-query layer: GraphQL over HTTP, and over a WebSocket (graphql-transport-ws) for what is live. */
export const dataQueryContract = defineContract({
  service: 'data-query',
  tag: 'Data query',
  endpoints: {
    run: {
      method: 'POST',
      path: '/api/data-query/graphql',
      access: { who: 'session', may: 'profile' },
      summary: 'Carry out one of the known operations, by its name (documentId) or its whole text',
      answer: 'bare',
      body: z.object({
        documentId: z.string().max(100).optional(),
        query: z.string().max(10_000).nullable().optional(),
        operationName: z.string().max(100).nullable().optional(),
        variables: looseRecord(65_536).nullable().optional(),
      }),
      response: z.object({
        data: z.record(z.string(), z.unknown()).nullable().optional(),
        errors: z.array(dataError).optional(),
      }),
    },
    live: {
      method: 'GET',
      path: '/api/data-query/graphql',
      access: { who: 'link' },
      summary: 'WebSocket (graphql-transport-ws) for subscriptions; the bearer token travels in the first message',
      answer: 'raw',
      response: z.unknown(),
    },
  },
});

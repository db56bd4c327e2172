import { z } from 'zod';
import { defineContract } from '../endpoint';

/** The description of this API, made from the contracts, and the page that shows it. */
export const docsContract = defineContract({
  service: 'main',
  tag: 'Documentation',
  endpoints: {
    openApi: {
      method: 'GET',
      path: '/api/openapi.json',
      access: { who: 'anyone' },
      summary: 'The OpenAPI 3.1 document: the public API, or every service',
      query: z.object({ part: z.enum(['public', 'all']).default('all') }),
      response: z.unknown(),
      answer: 'raw',
    },
    home: {
      method: 'GET',
      path: '/docs',
      access: { who: 'anyone' },
      summary: 'Leads to the API documentation',
      response: z.unknown(),
      answer: 'raw',
    },
    page: {
      method: 'GET',
      path: '/docs/api',
      access: { who: 'anyone' },
      summary: 'The API documentation as a page',
      response: z.unknown(),
      answer: 'raw',
    },
    asset: {
      method: 'GET',
      path: '/docs/api/:file',
      access: { who: 'anyone' },
      summary: 'A script or stylesheet of the documentation page',
      params: z.object({ file: z.string().max(60) }),
      response: z.unknown(),
      answer: 'raw',
    },
  },
});

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';
import { alias, id, normalise, okay, word } from './wire';

const manage = { who: 'person', may: 'api-key.manage' } as const;
const base = '/api/v1/client/api-key';
const keyParams = z.object({ clientKeyId: id });
const keyBody = z.object({ id });

const keyName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(80, 'can have at most 80 characters')
  .regex(/^[\p{L}\p{N} _-]+$/u, 'can contain only letters, digits, spaces, hyphens and underscores');
/** A key of a client. It stands whole in the answer that made it, and masked everywhere else. */
const clientKey = z.object({
  id: z.number().int(),
  client_id: z.number().int(),
  key_name: z.string(),
  api_key: z.string(),
  status: z.enum(['active', 'inactive']),
  created_at: instant,
  last_used_at: instant.nullable(),
});
const oneKey = okay.extend({ message: z.string(), data: clientKey });

/** API keys that are restricted to one client of an agency (docs/public-api.md). */
export const v1ClientKeysContract = defineContract({
  service: 'main',
  tag: 'API v1: clients',
  endpoints: {
    createKey: {
      method: 'POST',
      path: base,
      access: manage,
      answer: 'bare',
      summary: 'Create an API key that sees what one client sees; this answer alone shows it',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'clientId', 'client_id');
          return alias(body, 'keyName', 'key_name', 'name');
        }),
        z.object({ clientId: id, keyName }),
      ),
      response: oneKey,
    },
    listKeys: {
      method: 'GET',
      path: base,
      access: manage,
      answer: 'bare',
      summary: 'API keys of clients, newest first, masked',
      query: z.preprocess(
        normalise((query) => {
          alias(query, 'clientId', 'client_id');
          alias(query, 'keyName', 'key_name', 'name');
          const status = word(query['status']);
          return { ...query, status: typeof status === 'string' ? status.toLowerCase() : status };
        }),
        z.object({
          clientId: id.optional(),
          status: z.enum(['active', 'inactive']).optional(),
          keyName: z.string().trim().max(80).optional(),
        }),
      ),
      response: okay.extend({ message: z.string(), data: z.array(clientKey) }),
    },
    resetKey: {
      method: 'PUT',
      path: `${base}/reset/:clientKeyId`,
      aliases: [`PUT ${base}/:clientKeyId/reset`, `POST ${base}/:clientKeyId/reset`],
      access: manage,
      answer: 'bare',
      summary: 'Replace an API key of a client; the old one stops working at once',
      params: keyParams,
      response: oneKey,
    },
    resetKeyByBody: {
      method: 'PUT',
      path: base,
      access: manage,
      answer: 'bare',
      summary: 'The same with the id in the body',
      body: keyBody,
      response: oneKey,
    },
    removeKey: {
      method: 'DELETE',
      path: `${base}/:clientKeyId`,
      access: manage,
      answer: 'bare',
      summary: 'Delete an API key of a client; it stops working at once',
      params: keyParams,
      response: okay,
    },
    removeKeyByBody: {
      method: 'DELETE',
      path: base,
      access: manage,
      answer: 'bare',
      summary: 'The same with the id in the body',
      body: keyBody,
      response: okay,
    },
  },
});

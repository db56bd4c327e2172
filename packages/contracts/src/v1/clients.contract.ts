import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { newPassword } from '../sign-in-rules';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { id, listOf, normalise, okay, whole, withoutNulls } from './wire';

/** Clients of an agency. Two field names of the answer are misspelt on this wire, and have to be. */
export const v1ClientsContract = defineContract({
  service: 'main',
  tag: 'API v1: clients',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/v1/client',
      access: { who: 'person', may: 'client.read' },
      answer: 'bare',
      summary: 'Clients of the workspace',
      response: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          email: z.string(),
          uuid: z.string(),
          created_at: instant,
          user_id: z.number().int().nullable(),
          logo: z.string().nullable(),
          logo_url: z.string().nullable(),
          client_permision: z.object({
            permission: z.array(z.string()),
            retricted_category: z.array(z.number().int()),
          }),
        }),
      ),
    },
    save: {
      method: 'POST',
      path: '/api/v1/client/save',
      aliases: ['POST /api/v1/client'],
      access: { who: 'person', may: 'client.write' },
      answer: 'bare',
      summary:
        'Create a client, or change one by id; with a password the client can log in once its address was confirmed by email',
      body: z.preprocess(
        normalise((body) => ({
          ...withoutNulls(body, 'id', 'logo', 'logo_url', 'email_credits', 'lead_credits'),
          permission: listOf(body['permission'] ?? body['permissions'] ?? undefined),
        })),
        z.object({
          id: id.nullable().optional(),
          name: z.string().trim().min(1, 'is required').max(120),
          email: emailAddress,
          password: newPassword.optional(),
          permission: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
          logo: z.string().max(2_000_000).nullable().optional(),
          logo_url: z
            .url({ protocol: /^https?$/ })
            .max(2000)
            .nullable()
            .optional(),
          is_credit_assigned: flag.optional(),
          email_credits: whole(0, 1_000_000_000).nullable().optional(),
          lead_credits: whole(0, 1_000_000_000).nullable().optional(),
        }),
      ),
      response: okay.extend({
        id: z.number().int(),
        clientId: z.number().int(),
        name: z.string(),
        email: z.string(),
        password: z.null(),
      }),
    },
  },
});

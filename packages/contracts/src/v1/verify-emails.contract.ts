import { z } from 'zod';
import { defineContract } from '../endpoint';
import { verificationResults } from '../main/verification-results';
import { verifiedAddress, verificationView } from '../main/verification.contract';
import { idParam, pageQuery } from '../schemas';
import { alias, done, listOf, normalise } from './wire';

const params = z.object({ verificationId: idParam });
const run = verificationView.pick({ status: true, total: true, done: true, percent: true, counts: true }).extend({
  verification_id: z.number().int(),
  /** Addresses that no lead of the workspace has: they are not verified. */ not_found: z.array(z.string()),
});

/** Verifying addresses of leads by their addresses (docs/public-api.md). Credits and rules are those of the product. */
export const v1VerifyEmailsContract = defineContract({
  service: 'main',
  tag: 'API v1: leads',
  endpoints: {
    verifyEmails: {
      method: 'POST',
      path: '/api/v1/verify-emails',
      access: { who: 'person', may: 'lead.write' },
      answer: 'bare',
      summary: 'Verify the addresses of leads, up to 1,000 at once; the status tells what came of them',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'emails', 'email_list', 'emailList', 'email');
          return { ...body, emails: listOf(body['emails']) };
        }),
        z.object({
          emails: z.array(z.string().trim().toLowerCase().min(3).max(320)).min(1).max(1_000),
          name: z.string().trim().min(1).max(200).optional(),
        }),
      ),
      response: done.extend({ data: run }),
    },
    verifyEmailsStatus: {
      method: 'GET',
      path: '/api/v1/verify-emails/:verificationId/status',
      access: { who: 'person', may: 'lead.read' },
      answer: 'bare',
      summary: 'How far a verification is, and the result of each address',
      params,
      query: pageQuery(100),
      response: done.extend({
        data: run.omit({ not_found: true }).extend({
          results: z.array(
            verifiedAddress.pick({ email: true, reason: true, is_charged: true, checked_at: true }).extend({
              result: z.enum(verificationResults).nullable(),
            }),
          ),
          next_cursor: z.string().nullable(),
        }),
      }),
    },
  },
});

import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { emailBody, emailSubject } from '../email-texts';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';
import { alias, done, id, normalise, withoutNulls } from './wire';

/** Base64 characters of one file: a request holds 10 MB at most, about 7 MB of files. */
const longestContent = 10_000_000;

const attachment = z.preprocess(
  normalise((given) => {
    const file = withoutNulls(given);
    alias(file, 'filename', 'file_name', 'fileName', 'name');
    alias(file, 'mimeType', 'mime_type', 'contentType', 'content_type', 'file_type');
    return file;
  }),
  z.object({
    filename: z.string().trim().min(1, 'is required').max(200),
    content: z
      .string('is required')
      .min(1, 'is required')
      .max(longestContent, 'is too large')
      .describe('The file in base64.'),
    mimeType: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/, 'must be a type such as application/pdf')
      .default('application/octet-stream'),
  }),
);
export type WireFile = z.output<typeof attachment>;

/** Sending one email outside of campaigns (docs/public-api.md, Sending one email). */
export const v1SendEmailContract = defineContract({
  service: 'main',
  tag: 'API v1: messages',
  endpoints: {
    initiateEmail: {
      method: 'POST',
      path: '/api/v1/send-email/initiate',
      access: { who: 'person', may: 'campaign.write' },
      answer: 'bare',
      summary: 'Send one email that belongs to no campaign, at the next free moment of its mailbox',
      body: z.preprocess(
        normalise((given) => {
          const body = withoutNulls(given);
          alias(body, 'to', 'to_email', 'toEmail', 'email');
          alias(body, 'body', 'email_body', 'html', 'message');
          alias(body, 'fromEmailId', 'from_email_id', 'email_account_id');
          alias(body, 'fromEmail', 'from_email', 'from');
          alias(body, 'fromName', 'from_name');
          alias(body, 'replyTo', 'reply_to', 'reply_to_email');
          for (const name of ['fromName', 'replyTo', 'fromEmail', 'fromEmailId'])
            if (body[name] === '') delete body[name];
          return body;
        }),
        z
          .object({
            to: emailAddress.meta({ description: 'Address that the email goes to.', example: 'ada@company.com' }),
            subject: emailSubject.min(1, 'is required'),
            body: emailBody.min(1, 'is required'),
            fromEmailId: id.optional().describe('Id of the mailbox that sends it.'),
            fromEmail: emailAddress.optional().describe('Address of the mailbox that sends it, instead of its id.'),
            fromName: z.string().trim().max(200).optional().describe('Sender name; left out, that of the mailbox.'),
            replyTo: emailAddress.optional().meta({
              description: 'Where answers go; left out, what the mailbox says.',
              example: 'replies@company.com',
            }),
            attachments: z.array(attachment).max(20, 'can be at most 20').default([]),
          })
          .refine((body) => body.fromEmailId !== undefined || body.fromEmail !== undefined, {
            path: ['fromEmailId'],
            message: 'is required, or fromEmail',
          }),
      ),
      response: done.extend({
        data: z.object({ message: z.string(), message_id: z.string(), stats_id: z.uuid(), send_at: instant }),
      }),
    },
    emailStatus: {
      method: 'GET',
      path: '/api/v1/send-email/:statsId/status',
      access: { who: 'person', may: 'campaign.write' },
      answer: 'bare',
      summary: 'What became of an email that was sent outside of campaigns, or what holds it back',
      params: z.object({ statsId: z.uuid() }),
      response: done.extend({
        data: z.object({
          stats_id: z.uuid(),
          message_id: z.string(),
          status: z.enum(['SCHEDULED', 'SENDING', 'SENT', 'UNCONFIRMED', 'FAILED', 'CANCELLED']),
          from: z.string().describe('Address of the mailbox.'),
          to: z.string().describe('Address that it goes to.'),
          send_at: instant,
          sent_at: instant.nullable(),
          is_bounced: z.boolean(),
          reason: z.string().nullable(),
          reason_code: z.string().nullable().describe('Code of the rule that holds it back while it waits.'),
        }),
      }),
    },
  },
});

import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { accentProblem } from '../brand-colours';
import { nameVariable } from '../brand-mail';
import { brandFonts, brandRadii } from '../brand-theme';
import { defineContract } from '../endpoint';
import { empty, instant } from '../schemas';

/** Pasted texts bring tabs, which mean a space. */
const plainText = () => z.string().overwrite((text) => text.replaceAll('\t', ' ').trim());
/** The joiners U+200C and U+200D are part of words in Persian and Hindi, and of emoji; alone they show nothing. */
const isShown = (text: string): boolean => /[^\s\u200c\u200d]/.test(text);
/** Whether a text holds the product's name, also with accents or in full width: nobody else writes as the product. */
const namesProduct = (text: string): boolean =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .includes('skein');
/** Names that people read and that stand in mails: no line breaks, no control characters, no direction marks. */
const shownName = plainText()
  .min(1, 'is required')
  .max(60, 'can have at most 60 characters')
  .regex(/^(?:[^\p{Cc}\p{Cf}<>"\\]|[\u200c\u200d])*$/u, 'can’t contain < > " or backslashes')
  .refine(isShown, 'is required')
  .refine((text) => !namesProduct(text), 'is the name of the product; use the name of your agency');
/** A host name without protocol, port or path. The top-level part `localhost` is for the sandbox. */
export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'can have at most 253 characters')
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/,
    'must be a host name such as app.agency.com',
  );
const colour = (theme: 'light' | 'dark') =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(20, 'can have at most 20 characters')
    .refine((value) => accentProblem(value, theme) === null, {
      error: ({ input }) => accentProblem(String(input), theme) ?? 'isn’t correct',
    });
/** Texts that people read in pages and mails. */
const shownText = (most: number, pattern = /^(?:[^\p{Cc}\p{Cf}<>]|[\u200c\u200d])*$/u) =>
  plainText()
    .min(1, 'is required')
    .max(most, `can have at most ${most} characters`)
    .regex(pattern, 'can’t contain < > " or backslashes')
    .refine(isShown, 'is required');
const loginText = shownText(160);
const mailGreeting = shownText(60).refine(
  (text) => !/[{}]/.test(text.replace(nameVariable, '')),
  'knows one variable, {{name}}, once',
);
/** With line breaks. */
const mailFooter = shownText(400, /^(?:[^\p{Cc}\p{Cf}<>]|[\n\u200c\u200d])*$/u);

const supportRule =
  'Shown below emails to clients, who reply to it. Takes effect once the host name is proven and covers its domain, or a sender of the same domain is proven.';
const proof = z.object({
  /** TXT record that proves it. */
  record_name: z.string(),
  record_value: z.string(),
  verified_at: instant.nullable(),
  checked_at: instant.nullable(),
  problem: z.string().nullable(),
});
export const whitelabelView = z.object({
  name: z.string().nullable(),
  accent: z.string().nullable(),
  /** Null: made from the accent. */
  accent_dark: z.string().nullable(),
  font: z.enum(brandFonts),
  radius: z.enum(brandRadii),
  /** Said on the login page of the clients. */
  login_text: z.string().nullable(),
  mail_greeting: z
    .string()
    .nullable()
    .describe(
      'The first line of emails to clients, with `{{name}}`. Null, or while the sender is not proven: the product’s own.',
    ),
  mail_footer: z.string().nullable().describe('Below emails to clients, once the sender is proven.'),
  support_address: z.string().nullable().describe(supportRule),
  logo_url: z.string().nullable(),
  logo_type: z
    .string()
    .nullable()
    .describe('Media type of the logo. An `image/webp` from before is left out of emails and PDF reports.'),
  favicon_url: z.string().nullable(),
  domain: z.string().nullable(),
  domain_proof: proof.nullable(),
  /** Where the host name has to point (CNAME). */
  target: z.string(),
  /** Where clients log in once the host name is proven. */
  login_url: z.string().nullable(),
  sender_name: z.string().nullable(),
  sender_address: z.string().nullable(),
  sender_proof: proof.nullable(),
  is_sandbox: z.boolean(),
});
export type WhitelabelView = z.output<typeof whitelabelView>;

/** Largest picture of a brand, in bytes. */
export const largestBrandImage = 512 * 1024;
/** Widest and highest picture of a brand, in pixels. */
export const largestBrandSide = 2000;
/** Largest logo that emails carry, in bytes: it is in every one of them. */
export const largestMailLogo = 100 * 1024;
const see = { who: 'session', may: 'settings.write' } as const;
const image = z.object({ kind: z.enum(['logo', 'favicon']) });

/** The face of an agency on its own host name. Nothing of it shows anywhere before the name is proven by DNS. */
export const whitelabelContract = defineContract({
  service: 'main',
  tag: 'Whitelabel',
  endpoints: {
    read: {
      method: 'GET',
      path: '/api/whitelabel',
      access: see,
      summary: 'Name, colours, pictures, texts, host name and sender of the agency',
      response: whitelabelView,
    },
    change: {
      method: 'PATCH',
      path: '/api/whitelabel',
      access: see,
      summary: 'Change it; a new host name or sender has to be proven again',
      body: z.object({
        name: shownName.nullable().optional(),
        accent: colour('light').nullable().optional(),
        accent_dark: colour('dark').nullable().optional(),
        font: z.enum(brandFonts).optional(),
        radius: z.enum(brandRadii).optional(),
        login_text: loginText.nullable().optional(),
        mail_greeting: mailGreeting.nullable().optional().describe('Takes effect once the sender is proven.'),
        mail_footer: mailFooter.nullable().optional().describe('Takes effect once the sender is proven.'),
        support_address: emailAddress.nullable().optional().describe(supportRule),
        domain: hostName.nullable().optional(),
        sender_name: shownName.nullable().optional(),
        sender_address: emailAddress.nullable().optional(),
      }),
      response: whitelabelView,
    },
    putImage: {
      method: 'PUT',
      path: '/api/whitelabel/images/:kind',
      access: see,
      summary:
        'Send a picture (its bytes are the body): PNG or JPEG, for a favicon WebP too; 512 KB and 2000 by 2000 pixels at most',
      params: image,
      rawBody: true,
      response: whitelabelView,
    },
    dropImage: {
      method: 'DELETE',
      path: '/api/whitelabel/images/:kind',
      access: see,
      summary: 'Take the picture away',
      params: image,
      response: whitelabelView,
    },
    verify: {
      method: 'POST',
      path: '/api/whitelabel/verify',
      access: see,
      summary: 'Look the TXT records up now',
      body: empty,
      response: whitelabelView,
    },
    publishInSandbox: {
      method: 'POST',
      path: '/api/whitelabel/sandbox-records',
      access: see,
      summary: 'Sandbox only: put the TXT records into the DNS of the sandbox',
      body: empty,
      response: whitelabelView,
    },
  },
});

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const changeWhitelabelBody = whitelabelContract.endpoints.change.body;

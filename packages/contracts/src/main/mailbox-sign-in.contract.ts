import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, empty, instant, text } from '../schemas';
import { mailboxSettings, newMailboxSettings } from './mailboxes.contract';
import { connectionReport, mailboxView } from './mailbox-views';

export const consentProviders = ['GMAIL', 'OUTLOOK', 'ZOHO'] as const;
export type ConsentProvider = (typeof consentProviders)[number];
/** Who asks for the consent, as people call them. */
export const consentNames: Record<ConsentProvider, string> = { GMAIL: 'Google', OUTLOOK: 'Microsoft', ZOHO: 'Zoho' };

/** Providers with which a workspace can use a client of its own (`wl_google_client_id`, `wl_microsoft_client_id`). */
export const ownClientProviders = ['GMAIL', 'OUTLOOK'] as const;

const clientView = z.object({
  provider: z.enum(ownClientProviders),
  /** Null while the workspace uses the installation’s. */
  client_id: z.string().nullable(),
  changed_at: instant.nullable(),
  has_installation_client: z.boolean(),
});
const clientsView = z.object({
  /** To be registered with the client. */
  redirect_uri: z.string(),
  clients: z.array(clientView),
  /** What can be tried as an own client; the sandbox alone has one. */
  trial: z.object({ client_id: z.string(), client_secret: z.string() }).nullable(),
});
export type ConsentClientsView = z.output<typeof clientsView>;

const write = { who: 'session', may: 'mailbox.write' } as const;
const manage = { who: 'session', may: 'settings.write' } as const;
const providerParam = z.object({ provider: z.enum(ownClientProviders) });

/** Signing in with Google, Microsoft or Zoho instead of typing a password. Tokens are sealed and never returned. */
export const mailboxSignInContract = defineContract({
  service: 'main',
  tag: 'Mailboxes',
  endpoints: {
    readSignIn: {
      method: 'GET',
      path: '/api/mailbox-sign-in',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'Providers with which a mailbox is connected by signing in',
      response: z.object({
        is_sandbox: z.boolean(),
        providers: z.array(
          z.object({
            type: z.enum(consentProviders),
            /** Whose OAuth client asks; null where there is none, and only a password connects. */
            client: z.enum(['workspace', 'installation']).nullable(),
            /** Where people see and withdraw what they allowed. */
            account_page: z.string(),
          }),
        ),
      }),
    },
    startSignIn: {
      method: 'POST',
      path: '/api/mailbox-sign-in/start',
      access: write,
      summary: 'The page on which the provider asks for consent (authorisation code with PKCE)',
      body: z.object({
        type: z.enum(consentProviders),
        /** Connects this mailbox again; its address has to sign in. */
        mailbox_id: idOf('mailbox').optional(),
        login_hint: emailAddress.optional(),
      }),
      response: z.object({ url: z.string() }),
    },
    finishSignIn: {
      method: 'POST',
      path: '/api/mailbox-sign-in/finish',
      access: write,
      summary: 'Turn the code of the redirect into a connected mailbox; only for the person who began it',
      body: newMailboxSettings.extend({
        from_name: mailboxSettings.shape.from_name.optional(),
        code: text(4_000).min(1),
        state: text(4_000).min(1),
        /** Zoho’s data centre, as its redirect says. */
        location: z.string().max(5).optional(),
      }),
      response: z.object({ mailbox: mailboxView, report: connectionReport, is_new: z.boolean() }),
    },
    revokeConsent: {
      method: 'POST',
      path: '/api/mailbox-sign-in/mailboxes/:mailboxId/revoke',
      access: write,
      summary: 'Destroy the tokens of a mailbox and revoke the consent at the provider where it can be done',
      params: z.object({ mailboxId: idOf('mailbox') }),
      body: empty,
      response: z.object({ mailbox: mailboxView, is_provider_told: z.boolean() }),
    },
    listConsentClients: {
      method: 'GET',
      path: '/api/mailbox-sign-in/clients',
      access: manage,
      summary: 'The workspace’s own OAuth clients, without their secrets',
      response: clientsView,
    },
    saveConsentClient: {
      method: 'PUT',
      path: '/api/mailbox-sign-in/clients/:provider',
      access: manage,
      summary: 'Use an own OAuth client, so that the consent page shows the workspace’s name',
      params: providerParam,
      body: z.object({
        client_id: z
          .string()
          .trim()
          .min(3, 'is required')
          .max(200)
          .regex(/^[\x21-\x7e]+$/, 'must have no spaces'),
        client_secret: z
          .string()
          .trim()
          .min(8, 'needs at least 8 characters')
          .max(500)
          .regex(/^[\x21-\x7e]+$/, 'must have no spaces'),
      }),
      response: clientsView,
    },
    removeConsentClient: {
      method: 'DELETE',
      path: '/api/mailbox-sign-in/clients/:provider',
      access: manage,
      summary: 'Go back to the installation’s client; mailboxes of the own one have to sign in again',
      params: providerParam,
      response: done.extend({ mailboxes: z.number().int() }),
    },
  },
});

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const saveConsentClientBody = mailboxSignInContract.endpoints.saveConsentClient.body;

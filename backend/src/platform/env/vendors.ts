import type { z } from 'zod';
import type { platformVariables } from './platform.env';

/** Products of others that this installation has an account with. */
export interface Vendors {
  /** who acts on LinkedIn for the accounts of the workspaces; null where nobody is set up */
  linkedIn: { name: string; url: string; key: string } | null;
  /** apps that this installation registered with Slack and HubSpot; without one the product cannot be connected by logging in there */
  slackApp: { clientId: string; clientSecret: string } | null;
  hubSpotApp: { clientId: string; clientSecret: string } | null;
  /** OAuth clients for connecting mailboxes; a provider without one connects by app password alone */
  mailClients: Record<'GMAIL' | 'OUTLOOK' | 'ZOHO', { clientId: string; clientSecret: string } | null>;
  microsoftTenant: string;
  /** null: those that the product knows to be enough */
  zohoScopes: string[] | null;
  /** who takes money by card for packs of credits; null where nothing is sold, and in the sandbox, which has a stand-in */
  stripe: { secretKey: string; webhookSecret: string; billingWebhookSecret: string } | null;
  /** where dedicated servers are made; null where none can be ordered, and in the sandbox, which has a stand-in */
  hetzner: { token: string; machineType: string } | null;
  /** where purchased domains are registered; null where none are sold, and in the sandbox, which has a stand-in */
  nameCom: { username: string; token: string } | null;
  /** who hosts purchased mailboxes; null as above */
  migadu: { user: string; key: string } | null;
  /** a SpamAssassin that the editor may ask; null where none is set up */
  spamd: { host: string; port: number } | null;
}

export function readVendors(values: z.output<typeof platformVariables>): Vendors {
  return {
    linkedIn:
      values.UNIPILE_URL && values.UNIPILE_KEY
        ? { name: 'Unipile', url: values.UNIPILE_URL.replace(/(?<!\/)\/+$/, ''), key: values.UNIPILE_KEY }
        : null,
    slackApp: clientOf(values.SLACK_CLIENT_ID, values.SLACK_CLIENT_SECRET),
    hubSpotApp: clientOf(values.HUBSPOT_CLIENT_ID, values.HUBSPOT_CLIENT_SECRET),
    mailClients: {
      GMAIL: clientOf(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
      OUTLOOK: clientOf(values.MICROSOFT_CLIENT_ID, values.MICROSOFT_CLIENT_SECRET),
      ZOHO: clientOf(values.ZOHO_CLIENT_ID, values.ZOHO_CLIENT_SECRET),
    },
    microsoftTenant: values.MICROSOFT_TENANT,
    zohoScopes: values.ZOHO_SCOPES?.split(/[ ,]+/).filter(Boolean) ?? null,
    stripe:
      values.SKEIN_MODE === 'production' && values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecret: values.STRIPE_WEBHOOK_SECRET,
            // Each webhook has a secret of its own at Stripe; one that was set up with both events has one.
            billingWebhookSecret: values.STRIPE_BILLING_WEBHOOK_SECRET ?? values.STRIPE_WEBHOOK_SECRET,
          }
        : null,
    hetzner:
      values.SKEIN_MODE === 'production' && values.HETZNER_API_TOKEN
        ? { token: values.HETZNER_API_TOKEN, machineType: values.HETZNER_SERVER_TYPE }
        : null,
    nameCom:
      values.SKEIN_MODE === 'production' && values.NAMECOM_USERNAME && values.NAMECOM_TOKEN
        ? { username: values.NAMECOM_USERNAME, token: values.NAMECOM_TOKEN }
        : null,
    migadu:
      values.SKEIN_MODE === 'production' && values.MIGADU_USER && values.MIGADU_KEY
        ? { user: values.MIGADU_USER, key: values.MIGADU_KEY }
        : null,
    spamd:
      values.SPAMD_URL === undefined
        ? null
        : {
            host: new URL(values.SPAMD_URL).hostname.replace(/^\[|\]$/g, ''),
            port: Number(new URL(values.SPAMD_URL).port || 783),
          },
  };
}

const clientOf = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId && clientSecret ? { clientId, clientSecret } : null;

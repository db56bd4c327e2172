import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty, instant, text } from '../schemas';
import { hostName } from './whitelabel.contract';

export const trackingDomainView = z.object({
  domain: z.string(),
  /** Where its CNAME has to lead. */
  target: z.string(),
  /** Since when the CNAME does. */
  pointed_at: instant.nullable(),
  /** Since when links in emails use it. */
  verified_at: instant.nullable(),
  checked_at: instant.nullable(),
  problem: z.string().nullable(),
  mailboxes: z.number().int(),
  is_sandbox: z.boolean(),
});
export type TrackingDomainView = z.output<typeof trackingDomainView>;

const named = z.object({ domain: hostName });

/** Host names of a workspace for the links in its emails. */
export const trackingDomainsContract = defineContract({
  service: 'main',
  tag: 'Mailboxes',
  endpoints: {
    listTrackingDomains: {
      method: 'GET',
      path: '/api/tracking-domains',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'Tracking domains that mailboxes name, and whether each is verified',
      response: z.object({ rows: z.array(trackingDomainView) }),
    },
    checkTrackingDomain: {
      method: 'POST',
      path: '/api/tracking-domains/check',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Look up its CNAME and ask it for our answer now',
      body: named,
      response: trackingDomainView,
    },
    publishTrackingDomain: {
      method: 'POST',
      path: '/api/tracking-domains/sandbox-records',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Sandbox only: put the CNAME into the DNS of the sandbox',
      body: named,
      response: trackingDomainView,
    },
    proveTrackingDomain: {
      method: 'GET',
      path: '/api/tracking-domains/proof',
      access: { who: 'anyone' },
      summary: 'Our answer at a host name: shows that it leads here with its Host header unchanged',
      query: z.object({ nonce: text(64).min(16) }),
      response: z.object({ proof: z.string() }),
    },
    askForCertificate: {
      method: 'GET',
      path: '/api/tracking-domains/ask',
      access: { who: 'anyone' },
      summary: 'For a proxy with on-demand TLS: 200 for host names that lead here, 404 for others',
      query: z.object({ domain: text(253) }),
      response: empty,
    },
  },
});

import { permissions, type Permission } from '@skein/contracts/permissions';

/** What a key can be made for, in groups as the product's pages are. */
export const scopeGroups: { label: string; scopes: Permission[] }[] = [
  { label: 'Campaigns', scopes: ['campaign.read', 'campaign.write', 'campaign.delete'] },
  { label: 'Leads', scopes: ['lead.read', 'lead.write', 'lead.delete', 'lead.export', 'blocklist.write'] },
  { label: 'Mailboxes', scopes: ['mailbox.read', 'mailbox.write', 'mailbox.delete'] },
  { label: 'Inbox', scopes: ['inbox.read', 'inbox.reply'] },
  { label: 'Analytics', scopes: ['analytics.read', 'insights.read', 'insights.export', 'recap.read'] },
  { label: 'Deliverability', scopes: ['deliverability.read', 'deliverability.write'] },
  { label: 'Clients', scopes: ['client.read', 'client.write'] },
  { label: 'Webhooks', scopes: ['webhook.read', 'webhook.write'] },
  { label: 'Team', scopes: ['team.read', 'team.manage'] },
  {
    label: 'Servers and purchases',
    scopes: ['server.read', 'server.write', 'server.order', 'purchase.read', 'purchase.write', 'purchase.pay'],
  },
  {
    label: 'Workspace',
    scopes: [
      'profile',
      'shared.write',
      'integration.write',
      'settings.write',
      'api-key.manage',
      'billing.manage',
      'workspace.archive',
      'sandbox.write',
    ],
  },
];

/** All that only read. */
export const readingScopes = permissions.filter((each) => each.endsWith('.read'));

/** What a key in a list may do, in a few words. */
export function scopesText(scopes: readonly string[] | null): string {
  if (scopes === null) return 'Everything you can do';
  return scopes.length <= 3 ? scopes.join(', ') : `${scopes.length} scopes`;
}

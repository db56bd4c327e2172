/**
 * The one policy of who may do what (docs/domain.md, Roles and access). Pure and
 * shared: the shell and the remotes ask it what to offer, the services what to allow.
 */
export const permissions = [
  'profile', // one's own profile and sessions: everybody who is logged in
  'campaign.read',
  'campaign.write',
  'campaign.delete',
  'lead.read',
  'lead.write',
  'lead.delete',
  'lead.export',
  'mailbox.read',
  'mailbox.write',
  'mailbox.delete',
  'inbox.read',
  'inbox.reply',
  'analytics.read',
  'insights.read', // analytics of the whole agency, with its team: for no client
  'insights.export',
  'recap.read', // the year of the whole workspace: for no client
  'deliverability.read',
  'deliverability.write',
  'blocklist.write',
  'webhook.read',
  'webhook.write',
  'client.read',
  'client.write',
  'integration.write',
  'shared.write', // folders, tags and lead categories: a workspace shares them, so that no client changes them
  'purchase.read', // purchased domains and mailboxes: of the whole workspace, for no client and no limited member
  'purchase.write',
  'purchase.pay',
  'team.read',
  'team.manage',
  'billing.manage',
  'api-key.manage',
  'settings.write',
  'server.read', // dedicated-IP servers: for no client
  'server.write',
  'server.order', // costs money: the owner's
  'workspace.archive', // everything of the workspace as one file, and back: the owner's
  'sandbox.write',
] as const;
export type Permission = (typeof permissions)[number];
/** Scopes that an API key has only if it names them: a key without scopes does everything else. */
export const scopesToName: ReadonlySet<string> = new Set<Permission>(['workspace.archive']);

export const roles = [
  'OWNER',
  'ADMIN_ACCESS',
  'FULL_MEMBER_ACCESS',
  'LIMITED_FULL_MEMBER_ACCESS',
  'VIEW_ONLY_ACCESS',
] as const;
export type Role = (typeof roles)[number];

export const clientPermissions = ['full_access', 'reply_master_inbox'] as const;
export type ClientPermission = (typeof clientPermissions)[number];

/** Who acts. `client` is set for people and keys of an agency's client. */
export interface Actor {
  role: Role;
  client?: { id: number; permissions: readonly string[]; restrictedCategories: readonly number[] } | null;
}

const reading: Permission[] = [
  'profile',
  'campaign.read',
  'lead.read',
  'mailbox.read',
  'inbox.read',
  'analytics.read',
  'insights.read',
  'recap.read',
  'deliverability.read',
  'team.read',
  'client.read',
  'webhook.read',
  'server.read',
];
const working: Permission[] = [
  ...reading,
  'campaign.write',
  'lead.write',
  'mailbox.write',
  'inbox.reply',
  'deliverability.write',
  'blocklist.write',
  'webhook.write',
  'integration.write',
  'shared.write',
  'sandbox.write',
];
const full: Permission[] = [
  ...working,
  'campaign.delete',
  'lead.delete',
  'lead.export',
  'insights.export',
  'mailbox.delete',
  'client.write',
  'server.write',
  'purchase.read',
  'purchase.write',
];
const administering: Permission[] = [...full, 'purchase.pay', 'team.manage', 'api-key.manage', 'settings.write'];

const byRole: Record<Role, ReadonlySet<Permission>> = {
  OWNER: new Set<Permission>([...administering, 'billing.manage', 'server.order', 'workspace.archive']),
  ADMIN_ACCESS: new Set(administering),
  FULL_MEMBER_ACCESS: new Set(full),
  LIMITED_FULL_MEMBER_ACCESS: new Set(working),
  VIEW_ONLY_ACCESS: new Set<Permission>([...reading, 'purchase.read']),
};

const clientBase: Permission[] = ['profile', 'inbox.read'];
const clientReply: Permission[] = [...clientBase, 'inbox.reply'];
const clientFull: Permission[] = [
  ...clientReply,
  'campaign.read',
  'campaign.write',
  'lead.read',
  'lead.write',
  'mailbox.read',
  'analytics.read',
  'deliverability.read',
];

/**
 * Everything an actor may do. A client has the base, reply_master_inbox adds answering, full_access adds work inside
 * the client's own campaigns.
 */
export function permissionsOf(actor: Actor): ReadonlySet<Permission> {
  if (!actor.client) return byRole[actor.role];
  if (actor.client.permissions.includes('full_access')) return new Set(clientFull);
  return new Set(actor.client.permissions.includes('reply_master_inbox') ? clientReply : clientBase);
}

export const permits = (actor: Actor, permission: Permission): boolean => permissionsOf(actor).has(permission);

import { planTypes } from './constants';
import { featureFlags, featureOfPermission, features, hasFeature, type AccessSubject } from './feature-access';
import { navigationGuards, redirectOf } from './navigation-guards';
import { permissions, permissionsOf, roles } from './permissions';

/** Everybody the policy tells apart, with the name of the column. */
const people: { name: string; subject: Pick<AccessSubject, 'role' | 'client'> }[] = [
  ...roles.map((role) => ({ name: role, subject: { role, client: null } })),
  { name: 'client, full access', subject: { role: 'VIEW_ONLY_ACCESS', client: ['full_access'] } },
  { name: 'client, answers', subject: { role: 'VIEW_ONLY_ACCESS', client: ['reply_master_inbox'] } },
  { name: 'client, reads', subject: { role: 'VIEW_ONLY_ACCESS', client: [] } },
];

const plans = planTypes;
const on = (value: boolean) => (value ? 'yes' : '');
const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
];
const withPlan = (subject: Pick<AccessSubject, 'role' | 'client'>, plan: AccessSubject['plan']): AccessSubject => ({
  ...subject,
  plan,
  flags: featureFlags(plan, {}, subject.client !== null),
});

const running = { isSubscribed: true, subscriptionEnd: null, trialEnd: null };
const guarded = (subject: AccessSubject, address: string) =>
  redirectOf(address, '', { ...subject, dates: running, needsOnboarding: false }, 0);

/** The whole policy as tables (docs/permissions.md): who may do what, what each plan opens, and where the guards send people. */
export function permissionsMatrix(): string {
  const columns = people.map(({ name }) => name);
  const owner = { role: 'OWNER', client: null } as const;
  return [
    '# Who may do what',
    '',
    'Printed from the policy in `packages/contracts` (`permissions.ts`, `feature-access.ts`, `navigation-access.ts`, `navigation-guards.ts`), which the navigation, the pages and the services ask. A test compares this file; after a change: `npm run permissions`, and review the difference.',
    '',
    '## Permissions by role',
    '',
    'A member with limited access sees the campaigns, clients and mailboxes that are assigned to them or that they made, and only the webhooks they made. A client sees its own campaigns and mailboxes, and no lead of a restricted category.',
    '',
    ...table(
      ['Permission', ...columns, 'Plan'],
      permissions.map((permission) => [
        `\`${permission}\``,
        ...people.map(({ subject }) =>
          on(
            permissionsOf({
              role: subject.role,
              client: subject.client && { id: 1, permissions: subject.client, restrictedCategories: [] },
            }).has(permission),
          ),
        ),
        featureOfPermission[permission] ? `needs ${featureOfPermission[permission]}` : '',
      ]),
    ),
    '## Access flags by role, on the Pro plan',
    '',
    ...table(
      ['Flag', ...columns],
      features.map((feature) => [
        feature,
        ...people.map(({ subject }) => on(hasFeature(withPlan(subject, 'pro'), feature))),
      ]),
    ),
    '## Access flags by plan, for the owner',
    '',
    'Flags stored for a workspace (`feature_access`) overrule what follows from the plan for LinkedIn, SmartDelivery and global analytics. A trial lasts 12 days; a subscription is good for one day after its end.',
    '',
    ...table(
      ['Flag', ...plans],
      features.map((feature) => [feature, ...plans.map((plan) => on(hasFeature(withPlan(owner, plan), feature)))]),
    ),
    '## Guards by role, on the Pro plan',
    '',
    'An empty cell means access. Without a session every address below `/app` leads to `/login`.',
    '',
    ...table(
      ['Address', ...columns],
      navigationGuards.flatMap(({ addresses }) =>
        addresses.map((address) => [
          `\`${address}\``,
          ...people.map(({ subject }) => guarded(withPlan(subject, 'pro'), address) ?? ''),
        ]),
      ),
    ),
    '## Guards by plan, for the owner',
    '',
    ...table(
      ['Address', ...plans],
      navigationGuards.flatMap(({ addresses }) =>
        addresses.map((address) => [
          `\`${address}\``,
          ...plans.map((plan) => guarded(withPlan(owner, plan), address) ?? ''),
        ]),
      ),
    ),
  ]
    .join('\n')
    .replace(/(?<!\n)\n+$/, '\n');
}

import { planTypes } from './constants';
import { featureFlags, hasFeature, type Feature } from './feature-access';
import {
  countedLimits,
  includedIn,
  limitOf,
  planFeatures,
  planIds,
  planIncludes,
  planTable,
  unlocksFeature,
  unlocksLimit,
  type PlanId,
} from './plan-limits';

/**
 * Specification, sections 3, 6 and 9, cell by cell (servers: docs/domain.md); `-` is no limit. Written down apart from
 * the table that is tested.
 */
const figures = `
  plan           leads     emails     senders  sequences  monitors  views  chatMinutes
  trial          1250      2500       -        -          -         -      420
  free           1250      2500       -        -          -         -      420
  base           2000      6000       -        -          -         3      480
  popular        10000     40000      -        -          -         3      480
  pro            30000     150000     -        -          -         -      300
  growth         2000      6000       50       120        20        -      480
  pro-unlimited  30000     150000     200      -          20        -      300
  expert         30000     150000     500      -          100       -      300
  enterprise     10000000  100000000  -        -          -         -      300
  maintenance    0         0          0        -          -         -      480`;
const included = `
  plan           api  webhooks  global-block-list  client-views  whitelabel  linkedin  smart-delivery  global-analytics  dedicated-servers
  trial          yes  yes       yes                yes           yes         no        no              no                no
  free           no   no        no                 no            no          no        no              no                no
  base           no   no        no                 no            no          yes       yes             yes               yes
  popular        no   yes       yes                no            no          yes       yes             yes               yes
  pro            yes  yes       yes                yes           yes         yes       yes             yes               yes
  growth         no   no        no                 no            no          yes       yes             yes               yes
  pro-unlimited  yes  yes       yes                yes           yes         yes       yes             yes               yes
  expert         yes  yes       yes                yes           yes         yes       yes             yes               yes
  enterprise     yes  yes       yes                yes           yes         yes       yes             yes               yes
  maintenance    no   no        no                 no            no          no        no              no                no`;

function cellsOf(table: string): { plan: PlanId; column: string; cell: string }[] {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([plan, ...cells]) =>
    cells.map((cell, index) => ({ plan: plan as PlanId, column: head?.[index + 1] as string, cell })),
  );
}

it('limits every plan as the specification says, cell by cell', () => {
  const cells = cellsOf(figures);
  expect(cells).toHaveLength(planIds.length * (countedLimits.length + 1));
  for (const { plan, column, cell } of cells)
    expect(`${plan} ${column} ${planTable[plan][column as 'leads'] ?? '-'}`).toBe(`${plan} ${column} ${cell}`);
});

it('includes in every plan what the specification says, cell by cell', () => {
  const cells = cellsOf(included);
  expect(cells).toHaveLength(planIds.length * planFeatures.length);
  for (const { plan, column, cell } of cells)
    expect(`${plan} ${column} ${planIncludes(plan, column as 'api') ? 'yes' : 'no'}`).toBe(`${plan} ${column} ${cell}`);
});

it('opens to an owner exactly what the table includes, as services and screens ask it', () => {
  for (const plan of planTypes)
    for (const feature of planFeatures)
      expect([
        plan,
        feature,
        hasFeature({ role: 'OWNER', client: null, plan, flags: featureFlags(plan, null, false) }, feature as Feature),
      ]).toEqual([plan, feature, planIncludes(plan, feature)]);
});

it('lets limits of the workspace overrule the plan, and has none where the plan has none', () => {
  expect(limitOf({ plan_type: 'growth' }, 'senders')).toBe(50);
  expect(limitOf({ plan_type: 'growth', sender_limit: 70 }, 'senders')).toBe(70);
  expect(limitOf({ plan_type: 'pro', sender_limit: 200 }, 'senders')).toBe(200);
  expect(limitOf({ plan_type: 'enterprise', sequence_limit: null }, 'sequences')).toBeNull();
  expect(limitOf({ plan_type: 'base', lead_limit: 5 }, 'leads')).toBe(5);
});

it('gives a workspace that is only kept nothing, whatever limits of its own it had before', () => {
  const own = { lead_limit: 500, email_limit: 5_000, sender_limit: 20, sequence_limit: 4 };
  const kept = { plan_type: 'maintenance', ...own } as const;
  expect(includedIn(kept)).toEqual({ leads: 0, emails: 0 });
  expect([limitOf(kept, 'senders'), limitOf(kept, 'sequences')]).toEqual([0, 4]);
  expect(includedIn({ ...kept, plan_type: 'base' })).toEqual({ leads: 500, emails: 5_000 });
  const stored = { linkedinAccessAllowed: true, smart_delivery: true };
  expect(featureFlags('maintenance', stored, false)).toMatchObject({ ...stored, linkedinAccessAllowed: false });
  expect(featureFlags('trial', stored, false)).toMatchObject(stored);
  expect(unlocksLimit('maintenance', 'senders', 0)).toBe(
    'Your plan keeps what there is and adds no sender accounts. Choose a plan that sends under Settings, Subscription.',
  );
});

it('says what unlocks a feature or makes room', () => {
  expect(unlocksFeature('webhooks')).toBe('Webhooks come with the Popular plan and above.');
  expect(unlocksFeature('api')).toBe('API access comes with the Pro plan and above.');
  expect(unlocksLimit('growth', 'senders', 50)).toBe(
    'Your plan includes 50 sender accounts. Add a pack, choose Popular under Settings, Subscription or remove one.',
  );
  expect(unlocksLimit('expert', 'monitors', 100)).toBe(
    'Your plan includes 100 active monitors. Stop an automatic test.',
  );
  expect(unlocksLimit('base', 'views', 3)).toBe(
    'Your plan includes 3 saved views. Choose Growth under Settings, Subscription or delete one.',
  );
});

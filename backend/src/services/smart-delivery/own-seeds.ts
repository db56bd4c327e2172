import { noteInTrail } from '#platform/audit/audit.store';
import { createAttemptLimit } from '#platform/auth/rate-limit';
import { SkeinError } from '#platform/http/skein-error';
import type { SmartDeliveryDeps } from './deps';
import { connectSeed, listSeeds, type SeedKeeper } from './manage-seeds';
import type { Who } from './manage-tests';

/** Seeds that one workspace keeps, and logins that it tries in an hour. */
const mostSeeds = 200;
const triesAnHour = 200;

const words = {
  'seed-added': 'created',
  'seed-enabled': 'changed',
  'seed-disabled': 'changed',
  'seed-deleted': 'deleted',
} as const;

/** A person of a workspace, who works on its own seeds alone; the change history keeps what they did. */
export const asWorkspace = ({ workspaceId }: Pick<Who, 'workspaceId'>): SeedKeeper => ({
  workspaceId,
  note: (sql, { action, seed }) =>
    noteInTrail(workspaceId, sql, {
      kind: 'placement-seed',
      action: words[action],
      objectId: String(seed.id),
      label: seed.email,
      ...(words[action] === 'changed' && {
        changes: { is_active: [action !== 'seed-enabled', action === 'seed-enabled'] },
      }),
    }),
});

/** Connects a seed of the workspace. @throws SkeinError as connectSeed, RATE_LIMITED, LIMIT_REACHED */
export async function connectOwnSeed(
  deps: SmartDeliveryDeps,
  who: Who,
  body: Omit<Parameters<typeof connectSeed>[2], 'workspace_id'>,
) {
  const keeper = asWorkspace(who);
  await createAttemptLimit(deps.db, 'own-seed', triesAnHour, 60 * 60).count(String(who.workspaceId));
  const { rows } = await listSeeds(deps, keeper);
  if (rows.length >= mostSeeds && !rows.some(({ email }) => email === body.email))
    throw new SkeinError('CONFLICT', `A workspace keeps at most ${mostSeeds} seeds. Delete one first.`);
  return connectSeed({ ...deps, lookUp: deps.tools.lookUp }, keeper, { ...body, workspace_id: who.workspaceId });
}

import { randomBytes } from 'node:crypto';
import type { OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { SkeinError } from '#platform/http/skein-error';
import { limitLogins } from '#platform/mail/limit-logins';
import { hashSeedCode } from './confirm-seeds';
import type { SmartDeliveryDeps } from './deps';
import { connectMany, connectSeed, findOne, type SeedKeeper } from './seeds';
import type { Who } from './placement-tests';
import { dropCode, keepCode, lookAgain } from './seed-codes.store';
import { refuseOwnUse, refuseProvedUse } from './seed-uses';
import { countOwnSeeds, noteSeedCheck } from './seeds.store';

/** Seeds that one workspace keeps. */
const mostSeeds = 200;
/** Emails with codes in a day: to an address for one workspace and for all, and of a workspace. Anyone can name any address. */
const codesADay = { address: 20, seed: 5, workspace: 400 };
const day = 24 * 60 * 60;

const words = {
  'seed-added': 'created',
  'seed-enabled': 'changed',
  'seed-disabled': 'changed',
  'seed-deleted': 'deleted',
} as const;

/** A person of a workspace, who works on its own seeds alone; the change history keeps what they did. */
export const asWorkspace = (
  { db, ownSeeds }: Pick<SmartDeliveryDeps, 'db' | 'ownSeeds'>,
  { workspaceId }: Pick<Who, 'workspaceId'>,
): SeedKeeper => ({
  workspaceId,
  isTrusted: false,
  admit: async (sql, email) => {
    if ((await countOwnSeeds(sql, workspaceId, email)) >= mostSeeds)
      throw new SkeinError('LIMIT_REACHED', `A workspace can have ${mostSeeds} seeds. Delete one to connect another.`);
    await refuseOwnUse(ownSeeds, sql, email, workspaceId);
  },
  enable: (sql, email) => refuseProvedUse(ownSeeds, sql, email, workspaceId),
  logIn: ({ email, host }, attempt) =>
    limitLogins(db, 'seed')({ workspaceId, logins: [{ host, username: email }] }, attempt),
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

type OwnSeed = Omit<Parameters<typeof connectSeed>[2], 'workspace_id'>;

/**
 * Connects a seed of the workspace, and emails a code to it unless it was confirmed before.
 * @throws SkeinError as connectSeed, RATE_LIMITED after too many failed logins, LIMIT_REACHED
 */
export async function connectOwnSeed(deps: SmartDeliveryDeps, who: Who, body: OwnSeed): Promise<OperatorSeedView> {
  const keeper = asWorkspace(deps, who);
  const seed = await connectSeed({ ...deps, lookUp: deps.tools.lookUp }, keeper, {
    ...body,
    workspace_id: who.workspaceId,
  });
  if (seed.state !== 'waiting') return seed;
  const now = new Date(deps.realClock.now());
  if (seed.code_until !== null && Date.parse(seed.code_until) > now.getTime())
    await deps.db.systemSql((sql) => lookAgain(sql, seed.id, now));
  else
    await mailCode(deps, who, seed).catch(async (error: unknown) => {
      if (!(error instanceof SkeinError)) throw error;
      // The login worked, so the seed stays. Its state says what is missing.
      await deps.db.systemSql((sql) => noteSeedCheck(sql, seed.id, error.message, now));
    });
  return findOne(deps, keeper, seed.id);
}

/** Connects many seeds of the workspace. One that is refused, also by a limit, keeps none of the others out. */
export const connectOwnSeeds = (deps: SmartDeliveryDeps, who: Who, seeds: readonly OwnSeed[]) =>
  connectMany((seed: OwnSeed) => connectOwnSeed(deps, who, seed), seeds);

/** Emails another code to a seed that waits for one. @throws SkeinError NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE */
export async function mailOwnSeedCode(deps: SmartDeliveryDeps, who: Who, id: number): Promise<OperatorSeedView> {
  const keeper = asWorkspace(deps, who);
  const seed = await findOne(deps, keeper, id);
  if (seed.state !== 'waiting') throw new SkeinError('CONFLICT', `${seed.email} is confirmed already.`);
  await deps.db.systemSql((sql) => refuseOwnUse(deps.ownSeeds, sql, seed.email, who.workspaceId));
  await mailCode(deps, who, seed);
  return findOne(deps, keeper, id);
}

/** Emails a new code to a seed; the one before works no longer. @throws SkeinError RATE_LIMITED, UNAVAILABLE */
async function mailCode(
  { db, ownSeeds, realClock }: SmartDeliveryDeps,
  { workspaceId }: Who,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const limits = Object.entries({
    seed: `${workspaceId} ${email}`,
    workspace: String(workspaceId),
    address: email,
  }).map(([kind, name]) => ({
    name,
    limit: createAttemptLimit(db, `seed-code-${kind}`, codesADay[kind as keyof typeof codesADay], day),
  }));
  for (const { limit, name } of limits)
    await limit.countOrRefuse(name).catch((cause: unknown) => {
      if (!(cause instanceof SkeinError)) throw cause;
      throw new SkeinError('RATE_LIMITED', `No more codes are emailed to ${email} today. Email it again tomorrow.`);
    });
  const forgive = async () => {
    for (const { limit, name } of limits) await limit.forgive(name);
  };
  const code = randomBytes(16).toString('hex');
  const codeHash = hashSeedCode(ownSeeds, { owner_workspace_id: workspaceId, email }, code);
  const at = new Date(realClock.now());
  if (!(await db.systemSql((sql) => keepCode(sql, { id, codeHash, at })))) {
    await forgive();
    throw new SkeinError(
      'RATE_LIMITED',
      `A code was emailed to ${email} less than a minute ago. Check the seed first.`,
    );
  }
  try {
    await ownSeeds.mailCode(email, code);
  } catch (error) {
    await forgive();
    const problem = `The code could not be emailed to ${email}. Email it again in a minute.`;
    await db.systemSql((sql) => dropCode(sql, id, codeHash, problem));
    throw new SkeinError('UNAVAILABLE', problem, [], { cause: error });
  }
}

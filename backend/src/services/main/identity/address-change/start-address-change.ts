import { signUpAddress } from '@skein/contracts/address-rules';
import { createRandomToken } from '#platform/crypto/random-token';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { IdentityLimits } from '../login-limits/login-rate-limits';
import { proveOwner } from '../two-factor/two-factor';
import { beginChange, findChange, removeChange } from './address-change.store';
import { mailAddressChangeJob } from './address-change.jobs';

/** The change that waits for its links; null when there is none. */
export async function readAddressChange(deps: Pick<MainDeps, 'db' | 'realClock'>, actor: RequestActor) {
  const found = await deps.db.tenantSql(actor.workspaceId, (sql) =>
    findChange(actor.workspaceId, sql, actor.userId, new Date(deps.realClock.now())),
  );
  if (!found) return { change: null };
  const { new_email: email, ...rest } = found;
  return { change: { email, ...rest } };
}

/**
 * Asks both mailboxes whether the address of the person may change. The answer is the same whether somebody else has
 * the new address: only its owner is told.
 * @throws SkeinError VALIDATION for a wrong password, a missing code or an address that is not allowed
 */
export async function startAddressChange(
  deps: MainDeps,
  limits: IdentityLimits,
  actor: RequestActor,
  given: { email: string; password: string; otp?: string },
) {
  if (actor.client) throw new SkeinError('FORBIDDEN', 'Your agency changes your address. Ask them.');
  const { email: present } = await proveOwner(deps, limits, actor, given);
  if (given.email === present) throw invalidField('email', 'is your address already');
  if (actor.role === 'OWNER' && !signUpAddress.safeParse(given.email).success)
    throw invalidField('email', 'must be a work address, not a free one');
  await limits.mail.countOrRefuse(`address-change ${given.email}`);
  await limits.mail.countOrRefuse(`address-change-by ${actor.userId}`);
  await deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await beginChange(actor.workspaceId, sql, actor.userId, {
      email: given.email,
      unusable: {
        'address-old': deps.hashSecret(createRandomToken()),
        'address-new': deps.hashSecret(createRandomToken()),
      },
      at: new Date(deps.realClock.now()),
    });
    await deps.jobs.enqueue(sql, mailAddressChangeJob, { workspaceId: actor.workspaceId, userId: actor.userId });
  });
  return readAddressChange(deps, actor);
}

export async function withdrawAddressChange(deps: Pick<MainDeps, 'db'>, actor: RequestActor): Promise<{ done: true }> {
  await deps.db.tenantSql(actor.workspaceId, (sql) => removeChange(actor.workspaceId, sql, actor.userId));
  return { done: true };
}

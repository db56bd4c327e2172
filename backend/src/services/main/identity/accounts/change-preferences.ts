import { timeZone } from '@skein/contracts/schemas';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { changePerson } from './identity.store';
import { readMe } from './read-me';

/** Changes the name, designation or time zone of the person who asks. */
export async function changePreferences(
  deps: MainDeps,
  actor: RequestActor,
  change: { name?: string; designation?: string | null; time_zone?: string | null },
) {
  if (typeof change.time_zone === 'string' && !timeZone.safeParse(change.time_zone).success)
    throw invalidField('time_zone', 'must be a time zone such as Europe/Berlin');
  const designation = change.designation === '' ? null : change.designation;
  await changePerson(deps.db, actor.workspaceId, actor.userId, {
    ...change,
    ...(designation === undefined ? {} : { designation }),
  });
  deps.authenticator.forget(actor.workspaceId);
  return { user: (await readMe(deps, actor)).user };
}

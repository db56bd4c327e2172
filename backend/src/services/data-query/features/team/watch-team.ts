import { setTimeout as pause } from 'node:timers/promises';
import type { DataContext, PageArguments } from './team-members';
import { readTeamMembers } from './team-members';

/** Changes of a burst are read together. */
const gatherMilliseconds = 50;

type Told = { team_members: unknown };

/**
 * Role and status of the members of a page: at once, and whenever the team or somebody's rights change. Ends at once when the reader goes.
 */
export function watchTeam(page: PageArguments, context: DataContext): AsyncGenerator<Told, void, undefined> {
  const gone = new AbortController();
  const told = tellTeam(page, context, gone.signal);
  // Deliberate: `return` of a generator waits for what the generator waits for, which may be a change that never comes.
  const goAway = told.return.bind(told);
  return Object.assign(told, {
    return: (value: void) => {
      gone.abort();
      return goAway(value);
    },
  });
}

async function* tellTeam(
  page: PageArguments,
  context: DataContext,
  gone: AbortSignal,
): AsyncGenerator<Told, void, undefined> {
  const { deps, actor } = context;
  let wake: () => void = () => undefined;
  let isDirty = true;
  const hear = () => {
    isDirty = true;
    wake();
  };
  gone.addEventListener('abort', hear);
  const unsubscribe = await deps.live.subscribe(actor.workspaceId, (event) => {
    if (event === null || event.topics.some((topic) => topic === 'team' || topic === 'everything')) hear();
  });
  const stopWatching = deps.authenticator.onChange((workspaceId) => {
    if (workspaceId === actor.workspaceId) hear();
  });
  let told = '';
  try {
    for (;;) {
      if (!isDirty) await new Promise<void>((resolve) => (wake = resolve));
      if (gone.aborted) return;
      isDirty = false;
      const team_members = await readTeamMembers(page, context);
      const text = JSON.stringify(team_members.map(({ id, role, status }) => [id, role, status]));
      if (text !== told) {
        told = text;
        yield { team_members };
      }
      await pause(gatherMilliseconds, undefined, { signal: gone }).catch(() => undefined);
    }
  } finally {
    stopWatching();
    await unsubscribe();
  }
}

import type { DataContext, PageArguments } from './team-members';
import { readTeamMembers } from './team-members';

/** Changes of a burst are read together. */
const gatherMilliseconds = 50;

/** Role and status of the members of a page: at once, and whenever the team or somebody's rights change. Ends when the reader goes. */
export async function* watchTeam(page: PageArguments, context: DataContext): AsyncGenerator<{ team_members: unknown }> {
  const { deps, actor } = context;
  let wake: () => void = () => undefined;
  let isDirty = true;
  const hear = () => {
    isDirty = true;
    wake();
  };
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
      isDirty = false;
      const team_members = await readTeamMembers(page, context);
      const text = JSON.stringify(team_members.map(({ id, role, status }) => [id, role, status]));
      if (text !== told) {
        told = text;
        yield { team_members };
      }
      await new Promise((resolve) => setTimeout(resolve, gatherMilliseconds));
    }
  } finally {
    stopWatching();
    await unsubscribe();
  }
}

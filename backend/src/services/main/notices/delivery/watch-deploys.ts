import { buildName } from '@skein/deployments/complete-state';
import type { Deployments } from '@skein/deployments/deployment-records';
import { readDeployments } from '@skein/deployments/deployment-files';
import type { MainDeps } from '#main/deps';
import { isOperator } from '#platform/auth/operators';
import { writeNotice } from './notices.store';
import { findOperators } from './operators.store';

/** How far back the history is read, in milliseconds: a server that was away for a day tells what happened meanwhile. */
const lookBack = 86_400_000;

/** What people call an area; the name of its remote where it was removed. */
function titleOf(state: Deployments | undefined, name: string): string {
  const remote = state?.remotes[name];
  return remote?.releases[remote.current]?.release.title ?? name;
}

/**
 * Tells each operator what somebody else did to the deployed areas, once each, by the history that the commands and the
 * operators' page write. What a build puts in place on the machine itself is no deploy.
 */
export async function watchDeploys(deps: Pick<MainDeps, 'db' | 'realClock' | 'config'>): Promise<void> {
  const { webFolder, operators = [], isSandbox } = deps.config;
  const state = webFolder ? await readDeployments(webFolder) : undefined;
  const since = deps.realClock.now() - lookBack;
  const entries = (state?.history ?? [])
    .filter(({ at, by }) => by !== buildName && Date.parse(at) > since)
    // In the order in which they happened: the history begins with the latest.
    .toReversed();
  if (entries.length === 0) return;
  const people = (await deps.db.systemSql((sql) => findOperators(sql, operators))).filter((person) =>
    isOperator(person, { addresses: operators, isSandbox }),
  );
  for (const person of people)
    await deps.db.tenantSql(person.workspace_id, async (sql) => {
      for (const { remote, at, action, to, from, by, percent, workspaceId } of entries)
        if (by.toLowerCase() !== person.email.toLowerCase())
          await writeNotice(person.workspace_id, sql, {
            kind: 'area-deployed',
            facts: {
              user_id: person.id,
              title: titleOf(state, remote),
              action,
              to,
              from,
              by,
              percent: percent ?? null,
              workspace_id: workspaceId ?? null,
            },
            key: `deploy:${remote}:${at}:${action}:${person.id}`,
          });
    });
}

import { styled } from 'styled-components';
import type { DeploymentView } from '@skein/contracts/main/remotes.contract';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody } from '@skein/ui/page-header';
import { DeployedAreaCard } from './deployed-area-card';
import { useDeployedAreas } from './deployed-areas.hooks';
import { OperatorHeader } from './operator-layout';
import { shortTime } from './short-time';

const Cards = styled.div`
  display: grid;
  gap: var(--s-4);
  width: 100%;
  max-width: 880px;
`;

const History = styled.ol`
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    padding: var(--s-2) 0;
    border-top: 1px solid var(--border);
    overflow-wrap: anywhere;
  }
  & > li:first-child {
    border-top: 0;
  }
  & small {
    color: var(--muted);
  }
`;

const actionWords: Record<string, string> = /* text */ {
  deploy: 'deployed',
  rollback: 'rolled back',
  canary: 'tried with a share of the workspaces',
  'canary-ended': 'trial ended',
  pin: 'pinned',
  unpin: 'pin ended',
  off: 'switched off',
  on: 'switched on',
  remove: 'removed',
};

/** One line of the activity: what was done to which area, where, when and by whom. */
function DeploymentLine({ entry }: { entry: DeploymentView }) {
  return (
    <li>
      {entry.remote} {actionWords[entry.action] ?? entry.action}
      {entry.to && (
        <>
          : <code>{entry.to}</code>
        </>
      )}
      {entry.workspace_id !== null && ` for workspace ${entry.workspace_id}`}
      {entry.percent !== null && `, ${entry.percent} %`}{' '}
      <small>
        {shortTime(entry.at)} by {entry.by}
      </small>
    </li>
  );
}

/** /app/operator/areas: which version of which area runs for whom. For people who run the installation. */
export function DeployedAreasPage() {
  const { data, problem } = useDeployedAreas();
  if (!data && !problem) return <PageSkeleton />;
  return (
    <>
      <OperatorHeader page="areas" detail={data ? counted(data.remotes.length, 'area') : undefined} />
      <PageBody>
        <Cards>
          {problem && <LoadProblem title="The deployed areas could not be loaded." {...problem} />}
          {data?.remotes.length === 0 && (
            <Callout>Nothing is deployed here. Run npm run build, or npm run remote:deploy for one area.</Callout>
          )}
          {data?.remotes.map((remote) => (
            <DeployedAreaCard key={remote.name} remote={remote} />
          ))}
          {data && data.history.length > 0 && (
            <Card title="Activity" detail="the last 100">
              <History>
                {data.history.map((entry, place) => (
                  <DeploymentLine key={place} entry={entry} />
                ))}
              </History>
            </Card>
          )}
        </Cards>
      </PageBody>
    </>
  );
}

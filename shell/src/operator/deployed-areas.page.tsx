import { useState } from 'react';
import { styled } from 'styled-components';
import type { DeployedRemoteView } from '@skein/contracts/main/remotes.contract';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { NumberInput } from '@skein/ui/number-input';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Select } from '@skein/ui/select';
import {
  useDeployedRemotesQuery,
  usePinRemoteMutation,
  useRollBackRemoteMutation,
  useSetCanaryMutation,
} from './deployed-areas-api';

const Cards = styled.div`
  display: grid;
  gap: var(--s-4);
  width: 100%;
  max-width: 880px;
`;

const Facts = styled.ul`
  display: grid;
  gap: var(--s-2);
  margin: 0 0 var(--s-4);
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-2);
  }
  code {
    overflow-wrap: anywhere;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--s-3);
  & + & {
    margin-top: var(--s-3);
  }
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

const time = (at: string) => new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const deeds: Record<string, string> = {
  deploy: 'deployed',
  rollback: 'rolled back',
  canary: 'tried with a share of the workspaces',
  'canary-ended': 'trial ended',
  pin: 'pinned',
  unpin: 'pin ended',
};

function RemoteCard({ remote }: { remote: DeployedRemoteView }) {
  const { name, title, current, previous, canary, pins, versions } = remote;
  const [rollBack] = useRollBackRemoteMutation();
  const [setCanary] = useSetCanaryMutation();
  const [pin] = usePinRemoteMutation();
  const [version, setVersion] = useState(current);
  const [percent, setPercent] = useState<number | null>(10);
  const [workspace, setWorkspace] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  const params = { remote: name };
  const report = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => showProblem(`${title} was not changed`, error));
  const options = versions.map((each) => ({
    value: each.version,
    label: `${each.version}, ${time(each.deployed_at)}`,
  }));
  return (
    <Card
      title={title}
      detail={name}
      actions={
        previous && (
          <Button size="small" onClick={() => setAsking(true)}>
            Roll back
          </Button>
        )
      }
    >
      <Facts>
        <li>
          Everybody gets <code>{current}</code>
        </li>
        {canary && (
          <li>
            {canary.percent} % of the workspaces get <code>{canary.version}</code>{' '}
            <Button size="small" onClick={() => report(setCanary({ params, body: { canary: null } }).unwrap())}>
              End
            </Button>
          </li>
        )}
        {pins.map((each) => (
          <li key={each.workspace_id}>
            Workspace {each.workspace_id} keeps <code>{each.version}</code>{' '}
            <Button
              size="small"
              aria-label={`End the pin of workspace ${each.workspace_id}`}
              onClick={() => report(pin({ params, body: { workspace_id: each.workspace_id, version: null } }).unwrap())}
            >
              End
            </Button>
          </li>
        ))}
      </Facts>
      <Row>
        <Field label="Version">
          <Select value={version} onValueChange={setVersion} options={options} />
        </Field>
      </Row>
      <Row>
        <Field label="Workspace id">
          <NumberInput value={workspace} onValueChange={setWorkspace} min={1} />
        </Field>
        <Button
          disabled={workspace === null}
          onClick={() => report(pin({ params, body: { workspace_id: workspace as number, version } }).unwrap())}
        >
          Pin the workspace
        </Button>
        <Field label="Share">
          <NumberInput value={percent} onValueChange={setPercent} min={1} max={99} unit="%" />
        </Field>
        <Button
          disabled={percent === null || version === current}
          onClick={() =>
            report(setCanary({ params, body: { canary: { version, percent: percent as number } } }).unwrap())
          }
        >
          Try with a share
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Roll ${title} back?`}
        description={
          <>
            Everybody who has no pin gets <code>{previous}</code> with the next page they load.
            {canary ? ' The trial ends.' : ''}
          </>
        }
        confirmLabel="Roll back"
        onConfirm={() =>
          rollBack({ params, body: {} })
            .unwrap()
            .then(() => undefined)
        }
      />
    </Card>
  );
}

/** /app/operator/areas: which version of which area runs for whom. For people who run the installation. */
export function DeployedAreasPage() {
  usePage([{ label: 'Deployed areas' }]);
  const { data, error, refetch } = useDeployedRemotesQuery();
  if (!data && !error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Deployed areas" detail={data ? `${data.remotes.length} areas` : undefined} />
      <PageBody>
        <Cards>
          {error && (
            <Callout
              tone="danger"
              role="alert"
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Retry
                </Button>
              }
            >
              {problemOf(error).message}
            </Callout>
          )}
          {data?.remotes.length === 0 && (
            <Callout>Nothing is deployed here. Run npm run build, or npm run remote:deploy for one area.</Callout>
          )}
          {data?.remotes.map((remote) => (
            <RemoteCard key={remote.name} remote={remote} />
          ))}
          {data && data.history.length > 0 && (
            <Card title="What was done" detail="the last 100">
              <History>
                {data.history.map((entry, place) => (
                  <li key={place}>
                    {entry.remote} {deeds[entry.action] ?? entry.action}
                    {entry.to && (
                      <>
                        : <code>{entry.to}</code>
                      </>
                    )}
                    {entry.workspace_id !== null && ` for workspace ${entry.workspace_id}`}
                    {entry.percent !== null && `, ${entry.percent} %`}{' '}
                    <small>
                      {time(entry.at)} by {entry.by}
                    </small>
                  </li>
                ))}
              </History>
            </Card>
          )}
        </Cards>
      </PageBody>
    </>
  );
}

import { useState } from 'react';
import { styled } from 'styled-components';
import type { DeployedRemoteView } from '@skein/contracts/main/remotes.contract';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { shortTime } from './short-time';
import { useAreaControls } from './deployed-areas.hooks';

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

type Controls = ReturnType<typeof useAreaControls>;

/** What is known of a version, in a line of the choice. */
function nameOf({ version, deployed_at, was_good, was_rolled_back }: DeployedRemoteView['versions'][number]): string {
  const known = was_rolled_back ? ', rolled back' : was_good ? ', was good for a day' : '';
  return `${version}, ${shortTime(deployed_at)}${known}`;
}

/** Who gets which version now. */
function WhoGetsWhat({ remote, controls }: { remote: DeployedRemoteView; controls: Controls }) {
  const { current, canary, pins, is_off } = remote;
  return (
    <Facts>
      <li>
        {is_off ? (
          <>
            Off: no one gets it.{' '}
            <Button size="small" onClick={controls.switchOn}>
              Switch on
            </Button>
          </>
        ) : (
          <>
            Everyone gets <code>{current}</code>
          </>
        )}
      </li>
      {canary && (
        <li>
          {canary.percent} % of the workspaces get <code>{canary.version}</code>{' '}
          <Button size="small" onClick={controls.endTrial}>
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
            onClick={() => controls.endPin(each.workspace_id)}
          >
            End
          </Button>
        </li>
      ))}
    </Facts>
  );
}

/** Chooses a version, for one workspace or for a share of them. */
function VersionChoice({ remote, controls }: { remote: DeployedRemoteView; controls: Controls }) {
  const [percent, setPercent] = useState<number | null>(10);
  const [workspace, setWorkspace] = useState<number | null>(null);
  return (
    <>
      <Row>
        <Field label="Version">
          <Select
            value={controls.version}
            onValueChange={controls.setVersion}
            options={remote.versions.map((each) => ({ value: each.version, label: nameOf(each) }))}
          />
        </Field>
      </Row>
      <Row>
        <Field label="Workspace ID">
          <NumberInput value={workspace} onValueChange={setWorkspace} min={1} />
        </Field>
        <Button disabled={workspace === null} onClick={() => workspace !== null && controls.pin(workspace)}>
          Pin the workspace
        </Button>
        <Field label="Share">
          <NumberInput value={percent} onValueChange={setPercent} min={1} max={99} unit="%" />
        </Field>
        <Button
          disabled={percent === null || controls.version === remote.current}
          onClick={() => percent !== null && controls.tryWith(percent)}
        >
          Try with a share
        </Button>
      </Row>
    </>
  );
}

/** One area: who gets which version, and what an operator may change about it. */
export function DeployedAreaCard({ remote }: { remote: DeployedRemoteView }) {
  const { name, title, previous, canary, is_off } = remote;
  const controls = useAreaControls(remote);
  const [asked, setAsked] = useState<'rollback' | 'off' | null>(null);
  const close = (open: boolean) => !open && setAsked(null);
  return (
    <Card
      title={title}
      detail={name}
      actions={
        <>
          {!is_off && (
            <Button size="small" onClick={() => setAsked('off')}>
              Switch off
            </Button>
          )}
          {previous && (
            <Button size="small" onClick={() => setAsked('rollback')}>
              Roll back
            </Button>
          )}
        </>
      }
    >
      <WhoGetsWhat remote={remote} controls={controls} />
      <VersionChoice remote={remote} controls={controls} />
      <ConfirmDialog
        open={asked === 'rollback'}
        onOpenChange={close}
        title={`Roll ${title} back?`}
        description={
          <>
            Everyone without a pin gets <code>{previous}</code> from their next page load.
            {canary ? ' The trial ends.' : ''}
          </>
        }
        confirmLabel="Roll back"
        onConfirm={controls.rollBack}
      />
      <ConfirmDialog
        open={asked === 'off'}
        onOpenChange={close}
        title={`Switch ${title} off?`}
        description="From their next page load, no one sees the area or its navigation entries. Its versions stay, and campaigns keep sending."
        confirmLabel="Switch off"
        tone="danger"
        onConfirm={controls.switchOff}
      />
    </Card>
  );
}

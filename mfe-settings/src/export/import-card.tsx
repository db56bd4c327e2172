import { largestArchive, type WorkspaceImportView } from '@skein/contracts/main/workspace-archives.contract';
import { RunCard } from '@skein/mfe/run-card';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { FileDrop } from '@skein/ui/file-drop';
import { shortInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { runOfArchive, type useImports } from './export.hooks';

const states: Record<WorkspaceImportView['state'], { state: KnownState; word: string }> = {
  RUNNING: { state: 'active', word: 'Running' },
  DONE: { state: 'completed', word: 'Imported' },
  FAILED: { state: 'failed', word: 'Failed' },
  CANCELLED: { state: 'stopped', word: 'Stopped' },
};
const stages: Record<WorkspaceImportView['stage'], string> = {
  CHECK: 'Checking the archive',
  ROWS: 'Importing rows',
  FILES: 'Copying files',
};

const nameOf = (view: WorkspaceImportView): string => view.workspace_name ?? view.file_name;

/** How far an import got that did not end; nothing before its rows were counted. */
const howFar = ({ rows_done: done, rows_total: total }: WorkspaceImportView): string | null =>
  total === 0 ? null : `${done.toLocaleString('en-US')} of ${counted(total, 'row')} imported.`;

/** Takes an archive into an empty workspace, and tells what is left to do afterwards. */
export function ImportCard({
  imports,
  refusal,
  sending,
  problem,
  send,
  resume,
  cancel,
  isCancelling,
}: ReturnType<typeof useImports>) {
  const running = imports.find((view) => view.state === 'RUNNING');
  const ended = imports.filter((view) => view !== running);
  return (
    <>
      {running && <RunningImport view={running} onStop={() => void cancel(running)} isStopping={isCancelling} />}
      {(!running || ended.length > 0) && (
        <Card title="Import">
          <Stack $gap={4}>
            {ended.map((view) => (
              <ImportLine key={view.id} view={view} isResumable={!running} onResume={() => void resume(view)} />
            ))}
            {problem && (
              <Callout tone="danger" role="alert">
                {problem}
              </Callout>
            )}
            {refusal !== null
              ? imports.length === 0 && <Hint>{refusal}</Hint>
              : !running && (
                  <>
                    <FileDrop
                      title={sending === null ? 'Drop the archive of a workspace' : `Uploading ${sending}`}
                      accept={['.zip']}
                      maxBytes={largestArchive}
                      disabled={sending !== null}
                      onFiles={([file]) => file && void send(file)}
                    />
                    <Hint>
                      Campaigns arrive paused and mailboxes disconnected, so no email is sent twice. People set a new
                      password.
                    </Hint>
                  </>
                )}
          </Stack>
        </Card>
      )}
    </>
  );
}

function RunningImport({
  view,
  onStop,
  isStopping,
}: {
  view: WorkspaceImportView;
  onStop: () => void;
  isStopping: boolean;
}) {
  const name = nameOf(view);
  return (
    <RunCard
      run={runOfArchive(view)}
      title={`Import of ${name}`}
      label={stages[view.stage]}
      parts={[{ id: 'rows', label: 'Rows imported', value: view.done, tone: 'accent' }]}
      stoppedTitle="The import stopped."
      rowsDone="imported"
      onStop={onStop}
      isStopping={isStopping}
    >
      <Hint>{stages[view.stage]}.</Hint>
    </RunCard>
  );
}

function ImportLine({
  view,
  isResumable,
  onResume,
}: {
  view: WorkspaceImportView;
  isResumable: boolean;
  onResume: () => void;
}) {
  const { timeZone } = useUi();
  const at = (instant: string) => shortInstant(instant, new Date(), timeZone);
  const { campaigns = 0, leads = 0, mailboxes = 0, people = 0 } = view.counts;
  return (
    <Stack $gap={2} role="group" aria-label={`Import of ${view.file_name}`}>
      <Row $justify="between" $wrap>
        <Row>
          <Text $weight="medium">{nameOf(view)}</Text>
          <StateStatus state={states[view.state].state}>{states[view.state].word}</StateStatus>
        </Row>
        {isResumable && view.resumable_until !== null && (
          <Button size="small" onClick={onResume}>
            Resume import
          </Button>
        )}
      </Row>
      {view.problem && <Callout tone="danger">{view.problem}</Callout>}
      {view.resumable_until !== null && (
        <Hint>
          {howFar(view)} You can resume it until {at(view.resumable_until)}, when its archive is deleted.
        </Hint>
      )}
      {view.resumable_until === null && (view.state === 'FAILED' || view.state === 'CANCELLED') && (
        <Hint>Its archive was deleted, so it can’t be resumed. What was imported stays.</Hint>
      )}
      {view.state === 'DONE' && (
        <Callout tone="success" title={`As of ${at(view.exported_at ?? view.created_at)}:`}>
          {[counted(campaigns, 'campaign'), counted(leads, 'lead'), counted(mailboxes, 'mailbox', 'mailboxes')].join(
            ', ',
          )}{' '}
          and {counted(people, 'person', 'people')}. Next:{' '}
          <Link href="/app/email-accounts/emails">reconnect mailboxes</Link>, then resume campaigns.
        </Callout>
      )}
    </Stack>
  );
}

import { useState } from 'react';
import { archiveDays, type WorkspaceExportView } from '@skein/contracts/main/workspace-archives.contract';
import { RunCard } from '@skein/mfe/run-card';
import { withSentence } from '@skein/mfe/with-sentence';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { Hint } from '@skein/ui/field';
import { formatBytes } from '@skein/ui/file-drop';
import { shortInstant } from '@skein/ui/instant';
import { Row, Stack } from '@skein/ui/layout';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { ManifestDrawer } from './manifest-drawer';
import { StartExportDialog } from './start-export-dialog';
import { runOfArchive, type useExports } from './export.hooks';

const states: Record<WorkspaceExportView['state'], { state: KnownState; word: string }> = {
  RUNNING: { state: 'active', word: 'Running' },
  DONE: { state: 'completed', word: 'Ready' },
  FAILED: { state: 'failed', word: 'Failed' },
  CANCELLED: { state: 'stopped', word: 'Stopped' },
};
const stageOf = ({ stage, pauses_campaigns: pauses }: WorkspaceExportView): string =>
  stage === 'PAUSING'
    ? pauses
      ? 'Pausing campaigns'
      : 'Counting rows'
    : { ROWS: 'Writing rows', COPIES: 'Writing CSV and mbox', FILES: 'Copying files' }[stage];

/** Starts an export, shows how far it is, and hands out the archive. */
export function ExportsCard(list: ReturnType<typeof useExports>) {
  const [asks, setAsks] = useState<'start' | WorkspaceExportView | null>(null);
  const [shown, setShown] = useState<WorkspaceExportView | null>(null);
  const running = list.exports.find((view) => view.state === 'RUNNING');
  const ended = list.exports.filter((view) => view !== running);
  const start = (
    <Button
      variant="primary"
      icon="download"
      onClick={() => setAsks('start')}
      {...(running ? { disabledReason: 'An export is running. Start another when it ends.' } : {})}
    >
      Export workspace
    </Button>
  );
  return (
    <>
      {running && <RunningExport view={running} list={list} />}
      <Card title="Export" {...(list.exports.length > 0 ? { actions: start } : {})}>
        {list.exports.length === 0 ? (
          <EmptyState icon="download" title="No export yet" actions={start}>
            One archive with every campaign, lead, email and file: NDJSON to import elsewhere, CSV and mbox to read.
            Passwords and API keys stay here.
          </EmptyState>
        ) : ended.length === 0 ? (
          <Hint>The archive appears here when it is ready.</Hint>
        ) : (
          <Stack $gap={4}>
            {ended.map((view) => (
              <ExportLine
                key={view.id}
                view={view}
                list={list}
                onShow={() => setShown(view)}
                onDelete={() => setAsks(view)}
              />
            ))}
          </Stack>
        )}
      </Card>
      {asks === 'start' && (
        <StartExportDialog activeCampaigns={list.activeCampaigns} onStart={list.start} onClose={() => setAsks(null)} />
      )}
      {asks !== null && asks !== 'start' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsks(null)}
          title="Delete this archive?"
          description={`Its ${formatBytes(asks.size ?? 0)} can no longer be downloaded. Your data stays.`}
          confirmLabel="Delete archive"
          onConfirm={async () => {
            await withSentence(list.remove(asks));
          }}
        />
      )}
      {shown && <ManifestDrawer view={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function RunningExport({ view, list }: { view: WorkspaceExportView; list: ReturnType<typeof useExports> }) {
  const stage = stageOf(view);
  return (
    <RunCard
      run={runOfArchive(view)}
      title="Export running"
      label={stage}
      parts={[{ id: 'rows', label: 'Rows written', value: view.done, tone: 'accent' }]}
      stoppedTitle="The export stopped."
      rowsDone="written"
      onStop={() => void list.cancel(view)}
      isStopping={list.isCancelling}
    >
      <Hint>
        {stage}. The archive is kept for {archiveDays} days.
      </Hint>
    </RunCard>
  );
}

function ExportLine({
  view,
  list,
  onShow,
  onDelete,
}: {
  view: WorkspaceExportView;
  list: ReturnType<typeof useExports>;
  onShow: () => void;
  onDelete: () => void;
}) {
  const { timeZone } = useUi();
  const at = (instant: string) => shortInstant(instant, new Date(), timeZone);
  const isReady = view.state === 'DONE' && view.expires_at !== null;
  const facts = [
    `${counted(view.rows_done, 'row')}, ${counted(view.files, 'file')}`,
    ...(view.size === null ? [] : [formatBytes(view.size)]),
    ...(view.paused > 0 ? [`${counted(view.paused, 'campaign')} paused`] : []),
    ...(view.expires_at === null ? [] : [`available until ${at(view.expires_at)}`]),
  ];
  return (
    <Stack $gap={2} role="group" aria-label={`Export of ${at(view.created_at)}`}>
      <Row $justify="between" $wrap>
        <Row>
          <Text>{at(view.created_at)}</Text>
          <StateStatus state={states[view.state].state}>
            {view.state === 'DONE' && !isReady ? 'Expired' : states[view.state].word}
          </StateStatus>
        </Row>
        <Row>
          {isReady && (
            <>
              <Button size="small" onClick={onShow}>
                Contents
              </Button>
              <Button size="small" icon="download" loading={list.isLinking} onClick={() => void list.download(view)}>
                Download
              </Button>
            </>
          )}
          <Button size="small" variant="ghost" icon="trash" onClick={onDelete} aria-label="Delete archive" />
        </Row>
      </Row>
      {view.state === 'DONE' && <Hint>{facts.join(', ')}</Hint>}
      {view.problem && <Callout tone="danger">{view.problem}</Callout>}
    </Stack>
  );
}

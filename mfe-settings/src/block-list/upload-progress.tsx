import { styled } from 'styled-components';
import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { useAccess } from '@skein/mfe/access';
import { timeLeft } from '@skein/mfe/run-card';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Hint } from '@skein/ui/field';
import { Glyph } from '@skein/ui/icon';
import { Row, Stack } from '@skein/ui/layout';
import { Progress, StackedProgress } from '@skein/ui/progress';
import { counted } from '@skein/ui/counted';
import { useCancelBlockUploadMutation } from '../api';
import { confirmDeleteAddress, outcomeLooks, scopeWords, uploadLooks } from './block-list-words';
import { saveLeftOut } from './upload-file';

const Outcomes = styled.table`
  width: 100%;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  border-spacing: 0;
  th,
  td {
    height: 32px;
    padding: 0 var(--s-4);
    border-top: 1px solid var(--border);
    font-weight: var(--w-regular);
    text-align: left;
  }
  tbody > tr:first-child > * {
    border-top: 0;
  }
  th > span {
    display: inline-flex;
    align-items: center;
    gap: var(--s-2);
  }
  td {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  tfoot > tr > * {
    color: var(--text);
    font-weight: var(--w-bold);
  }
`;

/** How far an upload is, what became of its rows and what it did. */
export function UploadProgress({ upload, onClose }: { upload: BlockUploadView; onClose: () => void }) {
  const writes = useAccess().may('blocklist.write');
  const [cancel, { isLoading }] = useCancelBlockUploadMutation();
  const isRunning = upload.status === 'IMPORTING';
  const total = upload.rows_total ?? upload.rows_done;
  const left = timeLeft(upload.seconds_left);
  const stop = () =>
    cancel({ params: { blockUploadId: upload.id }, body: {} })
      .unwrap()
      .catch((error: unknown) => showProblem('The upload was not stopped', error));
  const save = () => saveLeftOut(upload).catch((error: unknown) => showProblem('The file could not be created', error));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={upload.file_name}
      description={`${scopeWords(upload)}${upload.reason ? ` · ${upload.reason}` : ''}`}
      footer={
        <>
          {upload.can_undo && writes && <Button href={confirmDeleteAddress(upload)}>Undo</Button>}
          {isRunning && writes && (
            <Button icon="stop" loading={isLoading} onClick={() => void stop()}>
              Stop
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {isRunning ? 'Leave it running' : 'Close'}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {upload.status === 'UNDOING' || upload.status === 'UNDONE' ? (
          <Progress
            label="Cancelled"
            value={upload.entries_removed + upload.entries_handed_over}
            max={Math.max(1, upload.counts[0]?.count ?? 1)}
            start={uploadLooks[upload.status].label}
            end={`${counted(upload.entries_removed, 'entry', 'entries')} removed`}
          />
        ) : (
          <Stack $gap={2}>
            <StackedProgress
              label={uploadLooks[upload.status].label}
              max={Math.max(1, total)}
              parts={upload.counts.map((entry) => ({
                id: entry.outcome,
                label: entry.text,
                value: entry.count,
                tone: outcomeLooks[entry.outcome].tone,
              }))}
            />
            <Hint as="div" role="status">
              {uploadLooks[upload.status].label}: {upload.rows_done.toLocaleString('en-US')} of{' '}
              {upload.rows_total_is_estimate && isRunning ? 'about ' : ''}
              {counted(total, 'row')}
              {isRunning ? `${left && `, ${left}`}. You can close this and come back.` : ''}
            </Hint>
          </Stack>
        )}
        {upload.error && (
          <Callout tone="danger" role="alert" title="The upload stopped.">
            {upload.error}
          </Callout>
        )}
        <Outcomes aria-label="Outcome of the rows">
          <tbody>
            {upload.counts.map((entry) => (
              <tr key={entry.outcome}>
                <th scope="row">
                  <span>
                    <Glyph
                      name={outcomeLooks[entry.outcome].glyph}
                      style={{
                        color: `var(--${outcomeLooks[entry.outcome].tone === 'off' ? 'muted' : outcomeLooks[entry.outcome].tone})`,
                      }}
                    />
                    {entry.text}
                  </span>
                </th>
                <td>{entry.count.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Rows read</th>
              <td>{upload.rows_done.toLocaleString('en-US')}</td>
            </tr>
          </tfoot>
        </Outcomes>
        <p>
          {counted(upload.leads_blocked, 'lead')} stopped, {counted(upload.emails_cancelled, 'reserved email')}{' '}
          cancelled.
        </p>
        {upload.left_out > 0 && (
          <Row>
            <Button size="small" icon="download" onClick={() => void save()}>
              {counted(upload.left_out, 'row')} left out, as CSV
            </Button>
          </Row>
        )}
      </Stack>
    </Dialog>
  );
}

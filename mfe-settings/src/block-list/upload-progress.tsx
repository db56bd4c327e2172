import { styled } from 'styled-components';
import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { useAccess } from '@skein/mfe/access';
import { RunCard, statusOfUpload } from '@skein/mfe/run-card';
import { attempt } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Glyph } from '@skein/ui/icon';
import { Row, Stack } from '@skein/ui/layout';
import { Progress } from '@skein/ui/progress';
import { counted } from '@skein/ui/counted';
import { useUploadWork } from './block-uploads.hooks';
import { confirmDeleteAddress, outcomeLooks, scopeWords, uploadLooks } from './block-list-labels';
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
  const { cancel, isCancelling } = useUploadWork(upload.id);
  const isRunning = upload.status === 'IMPORTING';
  const stop = () => attempt(cancel(), 'The upload was not stopped');
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
          <Button variant="primary" onClick={onClose}>
            {isRunning ? 'Leave it running' : 'Close'}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {upload.status === 'UNDOING' || upload.status === 'UNDONE' ? (
          <Progress
            label="Undone"
            value={upload.entries_removed + upload.entries_handed_over}
            max={Math.max(1, upload.counts[0]?.count ?? 1)}
            start={uploadLooks[upload.status].label}
            end={`${counted(upload.entries_removed, 'entry', 'entries')} removed`}
          />
        ) : (
          <RunCard
            run={{ ...upload, status: statusOfUpload(upload.status), can_cancel: upload.can_cancel && writes }}
            title={uploadLooks[upload.status].label}
            label={uploadLooks[upload.status].label}
            parts={upload.counts.map((entry) => ({
              id: entry.outcome,
              label: entry.text,
              value: entry.count,
              tone: outcomeLooks[entry.outcome].tone,
            }))}
            stoppedTitle="The upload stopped."
            rowsDone="read"
            isEstimate={upload.rows_total_is_estimate}
            onStop={() => void stop()}
            isStopping={isCancelling}
          />
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

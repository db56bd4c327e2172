import { styled } from 'styled-components';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { RunCard, statusOfUpload } from '@skein/mfe/run-card';
import { Glyph } from '@skein/ui/icon';
import { Hint } from '@skein/ui/field';
import { VerifyButton } from '../../verification/verify-dialog';
import { outcomeLooks } from './outcomes';

const Outcomes = styled.table`
  width: 100%;
  overflow: hidden;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  border-collapse: separate;
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
  tfoot tr {
    background: var(--surface-2);
  }
  tfoot > tr > * {
    font-weight: var(--w-bold);
  }
`;

const titles: Record<UploadView['status'], string> = {
  UPLOADED: 'Ready',
  IMPORTING: 'Importing',
  CANCELLING: 'Stopping',
  CANCELLED: 'Stopped manually',
  COMPLETED: 'Imported',
  FAILED: 'Failed',
  UNDONE: 'Undone',
};

/** How far an import is: every outcome with its count; the sum is the file. */
export function ProgressCard({
  upload,
  onCancel,
  cancelling,
}: {
  upload: UploadView;
  onCancel: (() => void) | null;
  cancelling: boolean;
}) {
  const total = upload.rows_total ?? upload.rows_done;
  const running = upload.status === 'IMPORTING' || upload.status === 'CANCELLING';
  return (
    <>
      <RunCard
        run={{ ...upload, status: statusOfUpload(upload.status), can_cancel: upload.can_cancel && onCancel !== null }}
        title={running ? `${titles[upload.status]}, ${Math.floor(upload.percent)}%` : titles[upload.status]}
        label={titles[upload.status]}
        parts={upload.counts.map((entry) => ({
          id: entry.outcome,
          label: entry.text,
          value: entry.count,
          tone: outcomeLooks[entry.outcome].tone,
        }))}
        stoppedTitle="The import stopped."
        rowsDone="read"
        isEstimate={upload.rows_total_is_estimate}
        onStop={() => onCancel?.()}
        isStopping={cancelling || upload.status === 'CANCELLING'}
      >
        <Outcomes aria-label="Outcomes of the rows">
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
            {(upload.rows_waiting ?? 0) > 0 && (
              <tr style={{ color: 'var(--muted)' }}>
                <th scope="row">
                  <span>
                    <Glyph name="wait" />
                    {running ? 'Waiting' : 'Not read'}
                  </span>
                </th>
                <td>{(upload.rows_waiting ?? 0).toLocaleString('en-US')}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Rows in the file</th>
              <td>{total.toLocaleString('en-US')}</td>
            </tr>
          </tfoot>
        </Outcomes>
      </RunCard>
      <Hint style={{ padding: '0 4px' }}>Every row has exactly one outcome; together they add up to the file.</Hint>
      {!running && upload.rows_done > 0 && upload.status !== 'UNDONE' && (
        <div>
          <VerifyButton
            small
            name={upload.file_name}
            selection={{ filter: { upload_id: upload.id }, excluded_ids: [] }}
          />
        </div>
      )}
    </>
  );
}

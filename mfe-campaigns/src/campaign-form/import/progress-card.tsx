import { styled } from 'styled-components';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { timeLeft } from '@skein/mfe/run-card';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Glyph } from '@skein/ui/icon';
import { Hint } from '@skein/ui/field';
import { StackedProgress } from '@skein/ui/progress';
import { counted } from '@skein/ui/counted';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { VerifyButton } from '../../verification/verify-dialog';
import { outcomeLooks } from './outcomes';

const Outcomes = styled.table`
  width: 100%;
  overflow: hidden;
  border-radius: 0 0 var(--r-3) var(--r-3);
  border-collapse: separate;
  border-spacing: 0;
  th,
  td {
    border-top: 1px solid var(--border);
  }
  th,
  td {
    height: 32px;
    padding: 0 var(--s-4);
    font-weight: var(--w-regular);
    text-align: left;
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

const Top = styled.div`
  display: grid;
  gap: var(--s-2);
  padding: 0 var(--s-4) var(--s-3);
  & > div:last-child {
    display: flex;
    justify-content: space-between;
    gap: var(--s-2);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
    font-variant-numeric: tabular-nums;
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
      <Card
        padded={false}
        title={titles[upload.status]}
        actions={
          <span style={{ fontVariantNumeric: 'tabular-nums' }}>
            <b style={{ fontWeight: 'var(--w-bold)' }}>{Math.floor(upload.percent)}%</b>{' '}
            <span style={{ color: 'var(--muted)' }}>{running ? timeLeft(upload.seconds_left) : ''}</span>
          </span>
        }
      >
        <Top>
          <StackedProgress
            label={titles[upload.status]}
            max={Math.max(1, total)}
            parts={upload.counts.map((entry) => ({
              id: entry.outcome,
              label: entry.text,
              value: entry.count,
              tone: outcomeLooks[entry.outcome].tone,
            }))}
          />
          {/* In tenths: a count that is read out with every second says nothing else. */}
          <VisuallyHidden role="status">
            {titles[upload.status]}
            {running
              ? `, ${Math.floor(upload.percent / 10) * 10}%`
              : `: ${upload.rows_done.toLocaleString('en-US')} of ${counted(total, 'row')}`}
          </VisuallyHidden>
          <div>
            <span>
              {upload.rows_done.toLocaleString('en-US')} of {counted(total, 'row')}
              {upload.rows_total_is_estimate && running ? ', estimated' : ''}
            </span>
            <span>{running ? 'You can leave this page' : ''}</span>
          </div>
          {upload.error && (
            <Callout tone="danger" role="alert" title="The import stopped.">
              {upload.error}
            </Callout>
          )}
        </Top>
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
      </Card>
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
      {running && onCancel && (
        <div>
          <Button size="small" icon="stop" loading={cancelling || upload.status === 'CANCELLING'} onClick={onCancel}>
            Stop the import
          </Button>
        </div>
      )}
    </>
  );
}

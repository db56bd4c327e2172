import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardFoot } from '@skein/ui/card';
import { daysInWords } from '@skein/ui/instant';
import { Status } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { CardTable, TableScroll } from '../form-layout';
import { outcomeLooks } from './outcomes';
import { downloadRejected } from './send-file';
import { useRejectedRows, pageSize } from './rejected-rows.hooks';

/** Rows that were left out, with the reason of each; as a file they can be mended and imported again. */
export function RejectedRows({ upload }: { upload: UploadView }) {
  const { cursors, setCursors, busy, setBusy, data, error, isFetching, refetch } = useRejectedRows(upload);
  if (upload.rejected === 0) return null;
  const first = cursors.length * pageSize + 1;
  const download = () => {
    setBusy(true);
    downloadRejected(upload.id, upload.file_name)
      .catch((problem: unknown) => showProblem('The rows were not downloaded', problem))
      .finally(() => setBusy(false));
  };
  return (
    <Card
      padded={false}
      title={upload.status === 'IMPORTING' ? 'Rejected so far' : 'Rejected'}
      detail={upload.rejected.toLocaleString('en-US')}
      actions={
        <Button size="small" icon="download" loading={busy} onClick={download}>
          Download with reasons
        </Button>
      }
    >
      {error && (
        <div style={{ padding: 'var(--s-3)' }}>
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Callout>
        </div>
      )}
      <TableScroll aria-label="Rejected rows" aria-busy={isFetching}>
        <CardTable aria-label="Rejected rows">
          <thead>
            <tr>
              <th scope="col" data-end style={{ width: 72 }}>
                Row
              </th>
              <th scope="col">Address</th>
              <th scope="col">Outcome</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {(data?.rows ?? []).map((row) => (
              <tr key={row.row_number}>
                <td data-end>
                  <Text $tone="muted">{(upload.rows_above + row.row_number).toLocaleString('en-US')}</Text>
                </td>
                <th scope="row" data-address title={row.email || undefined}>
                  {row.email || '–'}
                </th>
                <td>
                  <Status tone={outcomeLooks[row.outcome].tone} glyph={outcomeLooks[row.outcome].glyph} quiet>
                    {row.text}
                  </Status>
                </td>
                <td>
                  <Text $tone="muted">{row.reason ? daysInWords(row.reason) : '–'}</Text>
                </td>
              </tr>
            ))}
          </tbody>
        </CardTable>
      </TableScroll>
      {(cursors.length > 0 || data?.next_cursor) && (
        <CardFoot>
          {first.toLocaleString('en-US')} to {(first + (data?.rows.length ?? 0) - 1).toLocaleString('en-US')} of{' '}
          {upload.rejected.toLocaleString('en-US')}
          <span style={{ marginLeft: 'auto', display: 'flex', gap: 8 }}>
            <Button
              size="small"
              disabled={cursors.length === 0 || isFetching}
              onClick={() => setCursors(cursors.slice(0, -1))}
            >
              Previous
            </Button>
            <Button
              size="small"
              disabled={!data?.next_cursor || isFetching}
              onClick={() => {
                if (data?.next_cursor) setCursors([...cursors, data.next_cursor]);
              }}
            >
              Next
            </Button>
          </span>
        </CardFoot>
      )}
    </Card>
  );
}

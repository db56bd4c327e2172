import { useState } from 'react';
import { styled } from 'styled-components';
import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { TextInput } from '@skein/ui/text-input';
import { counted } from '@skein/ui/counted';
import { useUploadWork } from './block-uploads.hooks';
import { FileReading } from './file-reading';
import { ScopeField, type Scope } from './scope-field';

const Samples = styled.table`
  width: 100%;
  border: 1px solid var(--border);
  border-radius: var(--r-2);
  border-spacing: 0;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  table-layout: fixed;
  th,
  td {
    padding: 6px var(--s-3);
    overflow: hidden;
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  th {
    color: var(--muted);
    font-weight: var(--w-regular);
  }
  td {
    border-top: 1px solid var(--border);
  }
`;

const matchTones = { CERTAIN: 'success', LIKELY: 'info', CHECK: 'warning', NONE: 'neutral' } as const;
const matchWords = { CERTAIN: 'Certain', LIKELY: 'Likely', CHECK: 'Please check', NONE: 'Unlikely' } as const;

/** How sure it is that a column holds what is to be blocked, and what its first rows are blocked as. */
const ColumnMatch = ({ column: { match, confidence, samples } }: { column: BlockUploadView['columns'][number] }) => (
  <Stack $gap={2}>
    <div>
      <Badge tone={matchTones[match]}>
        {matchWords[match]}
        {match === 'NONE' ? '' : `, ${Math.round(confidence * 100)}%`}
      </Badge>
    </div>
    {samples.length > 0 && (
      <Samples>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Is blocked as</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.text}>
              <td title={sample.text}>{sample.text}</td>
              <td title={sample.reads_as ?? undefined}>{sample.reads_as ?? 'Left out'}</td>
            </tr>
          ))}
        </tbody>
      </Samples>
    )}
  </Stack>
);

/** What was found in a file, which column is blocked, for whom and why; begins the upload. */
export function UploadForm({
  upload,
  onDiscarded,
  onClose,
}: {
  upload: BlockUploadView;
  onDiscarded: () => void;
  onClose: () => void;
}) {
  const writes = useAccess().may('blocklist.write');
  const { start, isStarting, cancel, isCancelling } = useUploadWork(upload.id);
  const [column, setColumn] = useState(upload.column);
  const [scope, setScope] = useState<Scope>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<{ at: 'column' | 'scope' | 'all'; text: string } | null>(null);
  const chosen = column === null ? null : upload.columns[column];
  const tell = (error: unknown) => setProblem({ at: 'all', text: problemOf(error).message });
  const begin = async () => {
    if (column === null) return setProblem({ at: 'column', text: 'Choose the column with the addresses or domains.' });
    if (scope === 'unchosen') return setProblem({ at: 'scope', text: 'Choose the client, or the whole workspace.' });
    setProblem(null);
    await start({
      column,
      client_id: scope,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }).catch(tell);
    return undefined;
  };
  const discard = () => void cancel().then(onDiscarded, tell);
  const rows =
    upload.rows_total === null
      ? 'the file'
      : `${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total, 'row')}`;
  const refusal = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Upload a block list"
      description="Once the upload starts, the listed addresses get no more emails, and matching leads are stopped in every running campaign."
      footer={
        <>
          <Button loading={isCancelling} onClick={discard} {...refusal}>
            Discard
          </Button>
          <Button variant="primary" loading={isStarting} onClick={() => void begin()} {...refusal}>
            Block {rows}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        <FileReading upload={upload} editable={writes} />
        {upload.columns.length > 1 && (
          <Field
            label="Column to block"
            hint={chosen ? `${chosen.reason}.` : 'No column looks like addresses or domains.'}
            error={problem?.at === 'column' ? problem.text : null}
          >
            <Select
              value={column === null ? null : String(column)}
              onValueChange={(index) => {
                setColumn(Number(index));
                setProblem(null);
              }}
              placeholder="Choose a column"
              options={upload.columns.map((each) => ({
                value: String(each.index),
                label: each.name,
                detail:
                  each.match === 'NONE' ? each.reason : `${Math.round(each.confidence * 100)}% sure. ${each.reason}.`,
              }))}
            />
          </Field>
        )}
        {chosen && <ColumnMatch column={chosen} />}
        <ScopeField
          value={scope}
          onChange={(next) => {
            setScope(next);
            setProblem(null);
          }}
          problem={problem?.at === 'scope' ? problem.text : null}
        />
        <Field label="Reason" optional>
          <TextInput maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {problem?.at === 'all' && (
          <Callout tone="danger" role="alert">
            {problem.text}
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}

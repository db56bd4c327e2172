import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { uploadDelimiters, uploadEncodings, type UploadView } from '@skein/contracts/main/uploads.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Field, Hint } from '@skein/ui/field';
import { formatBytes } from '@skein/ui/file-drop';
import { Icon } from '@skein/ui/icon';
import { Stack } from '@skein/ui/layout';
import { Popover } from '@skein/ui/popover';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { counted } from '@skein/ui/counted';
import { useFormDetectUploadMutation } from '../api';

const File = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  padding: var(--s-3);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  & > span {
    display: grid;
    place-items: center;
    width: 40px;
    height: 40px;
    flex: none;
    border-radius: var(--r-2);
    background: var(--surface-3);
  }
  & > div:nth-child(2) {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > div:nth-child(2) > b {
    font-weight: var(--w-medium);
  }
  & > div:last-child {
    display: flex;
    gap: var(--s-2);
    flex: none;
  }
  @media (max-width: 720px) {
    flex-wrap: wrap;
    & > div:last-child {
      flex-basis: 100%;
    }
  }
`;

const delimiterNames: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' };
const quotingNames: Record<UploadView['quoting'], string> = {
  double: ', cells in double quotes',
  single: ', cells in single quotes',
  none: '',
};
type Encoding = (typeof uploadEncodings)[number];
type Delimiter = (typeof uploadDelimiters)[number];

/** A cell that shows whether the encoding is right: the first with a letter beyond ASCII. */
export function tellingCell(rows: readonly (readonly string[])[]): string | null {
  const cell = rows.flat().find((text) => /[^\u0020-\u007e]/.test(text) && text.length <= 60);
  return cell?.trim() ?? null;
}

const titleCounts = Array.from({ length: 11 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'none' : counted(count, 'row'),
}));

/** What stands first in the rows above the header. */
export function titleOf(rows: readonly (readonly string[])[]): string {
  const text = rows.flat().find((cell) => cell.trim() !== '');
  return text ? `: “${text.length > 60 ? `${text.slice(0, 59)}…` : text}”` : '';
}

/** The file and what was detected in it; both can be said otherwise before the import begins. */
export function DetectionCard({
  upload,
  mayWrite,
  onReplace,
}: {
  upload: UploadView;
  mayWrite: boolean;
  onReplace: () => void;
}) {
  const [detect, { isLoading }] = useFormDetectUploadMutation();
  const [open, setOpen] = useState(false);
  const editable = mayWrite && upload.status === 'UPLOADED';
  const isText = upload.sheet === null;
  // Two changes in a row are both meant: the second does not take the first back while its answer is on its way.
  const asked = useRef<Parameters<typeof detect>[0]['body']>({});
  const again = (body: { encoding?: Encoding; delimiter?: Delimiter; has_header?: boolean; title_rows?: number }) => {
    const kept = {
      ...(upload.encoding ? { encoding: upload.encoding as Encoding } : {}),
      ...(upload.delimiter ? { delimiter: upload.delimiter as Delimiter } : {}),
      has_header: upload.has_header,
      title_rows: upload.title_rows.length,
    };
    const all = { ...asked.current, ...body };
    asked.current = all;
    detect({ params: { uploadId: upload.id }, body: { ...kept, ...all } })
      .unwrap()
      .catch((error: unknown) => showProblem('The file was not read again', error))
      .finally(() => {
        if (asked.current === all) asked.current = {};
      });
  };
  const cell = tellingCell(upload.sample_rows);
  return (
    <File>
      <span>
        <Icon name="file" size={20} />
      </span>
      <div>
        <b>{upload.file_name}</b>
        <Hint as="div">
          {upload.rows_total === null
            ? ''
            : `${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total, 'row')}, `}
          {counted(upload.columns.length, 'column')}, {formatBytes(upload.file_size)} ·{' '}
          {upload.sheet === null ? (
            <>
              {upload.encoding ?? 'unknown encoding'} and {delimiterNames[upload.delimiter ?? ''] ?? 'one column'}{' '}
              detected{quotingNames[upload.quoting]}
            </>
          ) : (
            <>Excel, sheet “{upload.sheet}”</>
          )}
          {cell ? <>, reads “{cell}”</> : ''}
        </Hint>
        {upload.title_rows.length > 0 && (
          <Hint as="div">
            {counted(upload.title_rows.length, 'row')} above the header left out{titleOf(upload.title_rows)}
          </Hint>
        )}
      </div>
      <div>
        {editable && (
          <Popover
            label="How the file is read"
            open={open}
            onOpenChange={setOpen}
            align="end"
            width={300}
            trigger={
              <Button size="small" loading={isLoading}>
                {isText ? 'Change encoding' : 'Change header'}
              </Button>
            }
          >
            <Stack $gap={3}>
              {isText && (
                <Field label="Encoding">
                  <Select
                    size="small"
                    value={upload.encoding as Encoding | null}
                    onValueChange={(encoding) => again({ encoding })}
                    options={uploadEncodings.map((value) => ({ value, label: value }))}
                  />
                </Field>
              )}
              {isText && (
                <Field label="Columns are divided by">
                  <Select
                    size="small"
                    value={upload.delimiter as Delimiter | null}
                    onValueChange={(delimiter) => again({ delimiter })}
                    options={uploadDelimiters.map((value) => ({ value, label: delimiterNames[value] ?? value }))}
                  />
                </Field>
              )}
              <Switch
                label="The first row names the columns"
                checked={upload.has_header}
                onCheckedChange={(on) => again({ has_header: on })}
              />
              <Field label="Rows above the header">
                <Select
                  size="small"
                  value={String(upload.title_rows.length)}
                  onValueChange={(count) => again({ title_rows: Number(count) })}
                  options={titleCounts}
                />
              </Field>
              {isText && (
                <Hint>
                  {cell ? (
                    <>Reads “{cell}”. If letters look damaged, choose another encoding.</>
                  ) : (
                    'Only plain letters so far: every encoding reads them alike.'
                  )}
                </Hint>
              )}
            </Stack>
          </Popover>
        )}
        {mayWrite && (
          <Button size="small" onClick={onReplace}>
            {upload.status === 'UPLOADED' ? 'Replace file' : 'Import another file'}
          </Button>
        )}
      </div>
    </File>
  );
}

import { useState } from 'react';
import { styled } from 'styled-components';
import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { uploadDelimiters, uploadEncodings } from '@skein/contracts/main/uploads.contract';
import { Button } from '@skein/ui/button';
import { Field, Hint } from '@skein/ui/field';
import { formatBytes } from '@skein/ui/file-drop';
import { Stack } from '@skein/ui/layout';
import { Popover } from '@skein/ui/popover';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { counted } from '@skein/ui/counted';
import { useReadAgain } from './block-uploads.hooks';

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-3);
  padding: var(--s-3);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > div {
    flex: 1 1 220px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & b {
    color: var(--text);
    font-weight: var(--w-medium);
  }
`;

type Encoding = (typeof uploadEncodings)[number];
type Delimiter = (typeof uploadDelimiters)[number];
const delimiterNames: Record<Delimiter, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' };

const titleCounts = Array.from({ length: 11 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'none' : counted(count, 'row'),
}));

/** What stands first in the rows above the header. */
function titleOf(rows: readonly (readonly string[])[]): string {
  const text = rows.flat().find((cell) => cell.trim() !== '');
  return text ? `: “${text.length > 60 ? `${text.slice(0, 59)}…` : text}”` : '';
}

/** The file and how it is read; both can be said otherwise before the upload begins. */
export function FileReading({ upload, editable }: { upload: BlockUploadView; editable: boolean }) {
  const { read: readAgain, isReading } = useReadAgain(upload.id);
  const [open, setOpen] = useState(false);
  const delimiter = upload.delimiter as Delimiter | null;
  const again = (change: { encoding?: Encoding; delimiter?: Delimiter; has_header?: boolean; title_rows?: number }) => {
    const kept = {
      ...(upload.encoding ? { encoding: upload.encoding as Encoding } : {}),
      ...(delimiter ? { delimiter } : {}),
      has_header: upload.has_header,
      title_rows: upload.title_rows.length,
    };
    void readAgain({ ...kept, ...change });
  };
  const read =
    upload.sheet === null
      ? `${upload.encoding ?? 'unknown encoding'}${upload.columns.length > 1 && delimiter ? `, ${delimiterNames[delimiter]}` : ''}`
      : `Excel, sheet “${upload.sheet}”`;
  return (
    <Box>
      <div>
        <b>{upload.file_name}</b>
        <Hint as="div">
          {upload.rows_total === null
            ? ''
            : `${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total, 'row')}, `}
          {counted(upload.columns.length, 'column')}, {formatBytes(upload.file_size)} · {read} ·{' '}
          {upload.has_header ? 'the first row names the columns' : 'no header'}
        </Hint>
        {upload.title_rows.length > 0 && (
          <Hint as="div">
            {counted(upload.title_rows.length, 'row')} above left out{titleOf(upload.title_rows)}
          </Hint>
        )}
      </div>
      {editable && (
        <Popover
          label="How the file is read"
          open={open}
          onOpenChange={setOpen}
          align="end"
          width={300}
          trigger={
            <Button size="small" loading={isReading}>
              Change how it is read
            </Button>
          }
        >
          <Stack $gap={3}>
            {upload.sheet === null && (
              <Field label="Encoding">
                <Select
                  size="small"
                  value={upload.encoding as Encoding | null}
                  onValueChange={(encoding) => again({ encoding })}
                  options={uploadEncodings.map((value) => ({ value, label: value }))}
                />
              </Field>
            )}
            {upload.sheet === null && (
              <Field label="Columns are divided by">
                <Select
                  size="small"
                  value={delimiter}
                  onValueChange={(next) => again({ delimiter: next })}
                  options={uploadDelimiters.map((value) => ({ value, label: delimiterNames[value] }))}
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
          </Stack>
        </Popover>
      )}
    </Box>
  );
}

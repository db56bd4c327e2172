import { useState } from 'react';
import { styled } from 'styled-components';
import { uploadDelimiters, uploadEncodings, type UploadView } from '@skein/contracts/main/uploads.contract';
import { Button } from '@skein/ui/button';
import { Field, Hint } from '@skein/ui/field';
import { formatBytes } from '@skein/ui/file-drop';
import { Icon } from '@skein/ui/icon';
import { Stack } from '@skein/ui/layout';
import { Popover } from '@skein/ui/popover';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { counted } from '@skein/ui/counted';
import { useDetection } from './detection.hooks';
import type { Delimiter, Encoding, Reading } from './detection.hooks';

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

/** As people write it: UTF-8, Windows-1252. */
const encodingName = (encoding: string): string =>
  encoding.startsWith('windows') ? encoding.replace('windows', 'Windows') : encoding.toUpperCase();

/** A cell that shows whether the encoding is right: the first with a letter beyond ASCII. Line breaks read alike in every encoding. */
function tellingCell(rows: readonly (readonly string[])[]): string | null {
  const cell = rows.flat().find((text) => /[^\s\u0020-\u007e]/.test(text) && text.length <= 60);
  return cell?.trim() ?? null;
}

const titleCounts = Array.from({ length: 11 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'none' : counted(count, 'row'),
}));

/** What stands first in the rows above the header. */
function titleOf(rows: readonly (readonly string[])[]): string {
  const text = rows.flat().find((cell) => cell.trim() !== '');
  return text ? `: “${text.length > 60 ? `${text.slice(0, 59)}…` : text}”` : '';
}

interface ReadingFieldsProps {
  isText: boolean;
  upload: UploadView;
  again: (body: Reading) => void;
  cell: string | null;
}

/** How the file is read, as it can be said otherwise. */
function ReadingFields({ isText, upload, again, cell }: ReadingFieldsProps) {
  return (
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
  );
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
  const { again, isLoading } = useDetection(upload);
  const [open, setOpen] = useState(false);
  const editable = mayWrite && upload.status === 'UPLOADED';
  const isText = upload.sheet === null;
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
              {upload.encoding ? encodingName(upload.encoding) : 'unknown encoding'} and{' '}
              {delimiterNames[upload.delimiter ?? ''] ?? 'one column'} detected{quotingNames[upload.quoting]}
            </>
          ) : (
            <>Excel, sheet “{upload.sheet}”</>
          )}
          {cell ? <>, reads “{cell}”</> : ''}
        </Hint>
        {upload.title_rows.length > 0 && (
          <Hint as="div">
            {counted(upload.title_rows.length, 'row')} above the header skipped{titleOf(upload.title_rows)}
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
                {isText ? 'Change format' : 'Change header'}
              </Button>
            }
          >
            <ReadingFields isText={isText} upload={upload} again={again} cell={cell} />
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

import { useRef } from 'react';
import { styled } from 'styled-components';
import { limits } from '@skein/contracts/constants';
import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import { formatBytes } from '@skein/ui/file-drop';
import { Hint } from '@skein/ui/field';
import { Glyph, Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { LinkButton } from '@skein/ui/link';
import { truncate } from '@skein/ui/text';
import { failureWords } from './attachment-files';
import type { useStepFiles } from './step-files.hooks';

const Files = styled.ul`
  display: grid;
  padding: var(--s-2) var(--s-3);
  border-top: 1px solid var(--border);
  background: var(--surface-2);
  & > li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr) auto auto;
    align-items: center;
    gap: var(--s-2);
    min-height: 32px;
    font-size: var(--fs-2);
  }
  & > li > span:nth-child(2) {
    min-width: 0;
    ${truncate}
  }
  & > li[data-sum] > span:nth-child(2) {
    grid-column: 2 / -1;
    white-space: normal;
  }
  & > li > span[data-failure] {
    grid-column: 2 / -1;
    padding-bottom: 6px;
    color: var(--danger);
    white-space: normal;
  }
`;

interface AttachmentListProps {
  attached: readonly StepAttachment[];
  files: ReturnType<typeof useStepFiles>;
  mayWrite: boolean;
  onRemove: (storageKey: string) => void;
}

/** Files that go out with a variant, those on their way, and those that were not attached with the reason. */
export function AttachmentList({ attached, files, mayWrite, onRemove }: AttachmentListProps) {
  if (attached.length === 0 && files.pending.length === 0) return null;
  const total = attached.reduce((sum, file) => sum + file.size, 0);
  return (
    <Files aria-label="Attachments">
      {attached.map((file) => (
        <li key={file.storage_key}>
          <Icon name="file" size={14} />
          <span>
            <LinkButton onClick={() => void files.show(file)}>{file.name}</LinkButton>
          </span>
          <Hint as="span">{formatBytes(file.size)}</Hint>
          {mayWrite ? (
            <IconButton
              icon="close"
              iconSize={12}
              label={`Remove ${file.name}`}
              onClick={() => onRemove(file.storage_key)}
            />
          ) : (
            <span />
          )}
          {files.unreadable.has(file.storage_key) && (
            <span data-failure role="alert">
              {failureWords.LOADING_ERROR}
            </span>
          )}
        </li>
      ))}
      {files.pending.map((entry) => (
        <li key={entry.key}>
          {entry.failure ? (
            <Glyph name="bad" style={{ color: 'var(--danger)' }} title="Not attached" />
          ) : (
            <Icon name="attach" size={14} />
          )}
          <span>{entry.name}</span>
          <Hint as="span" role="status">
            {entry.failure ? formatBytes(entry.size) : 'Uploading'}
          </Hint>
          {entry.failure ? (
            <IconButton
              icon="close"
              iconSize={12}
              label={`Dismiss ${entry.name}`}
              onClick={() => files.dismiss(entry.key)}
            />
          ) : (
            <span />
          )}
          {entry.failure && (
            <span data-failure role="alert">
              {failureWords[entry.failure]}{' '}
              {entry.failure === 'UPLOAD_FAILED' && (
                <LinkButton onClick={() => files.retry(entry)}>Try again</LinkButton>
              )}
            </span>
          )}
        </li>
      ))}
      {attached.length > 0 && (
        <li data-sum>
          <span />
          <Hint as="span">
            {formatBytes(total)} of {formatBytes(limits.allAttachmentsBytes)}; attachments in a first cold email cost
            deliverability
          </Hint>
        </li>
      )}
    </Files>
  );
}

/** The tool that opens the file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon="attach" label="Attach files" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

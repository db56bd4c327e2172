import { Spinner } from '@skein/ui/button';
import { formatBytes } from '@skein/ui/file-drop';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Text } from '@skein/ui/text';
import { Files } from './composer-style';
import type { Draft } from './draft.types';

type File = Draft['attachments'][number];

/** What leaves with the reply, what is still being uploaded, and why something is not. */
export function AttachedFiles({
  files,
  uploading,
  problem,
  onRemove,
}: {
  files: readonly File[];
  uploading: readonly string[];
  problem: string | null;
  onRemove: (file: File) => void;
}) {
  return (
    <>
      {(files.length > 0 || uploading.length > 0) && (
        <Files aria-label="Attached files">
          {files.map((file) => (
            <li key={file.storage_key}>
              <Icon name="file" size={14} />
              {file.name} <small>{formatBytes(file.size)}</small>
              <IconButton icon="close" iconSize={12} label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
            </li>
          ))}
          {uploading.map((name) => (
            <li key={name}>
              <Spinner />
              {name}
            </li>
          ))}
        </Files>
      )}
      {problem && (
        <Text as="p" role="alert" $tone="danger" $size={2} style={{ padding: '0 var(--s-4) var(--s-1)' }}>
          {problem}
        </Text>
      )}
    </>
  );
}

import { largestBrandImage } from '@skein/contracts/main/whitelabel.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { FileDrop } from '@skein/ui/file-drop';
import { Row, Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';

/** A picture of the brand: sent as soon as it is chosen. */
export function ImageField({
  title,
  hint,
  warning,
  url,
  accept,
  onFile,
  onDrop,
}: {
  title: string;
  hint: string;
  /** What is wrong with the present picture. */
  warning: string | null;
  url: string | null;
  accept: string[];
  onFile: (file: File) => void;
  onDrop: () => void;
}) {
  return (
    <Stack $gap={2}>
      <Text $weight="medium">{title}</Text>
      {url && (
        <Row $gap={3}>
          <img
            src={url}
            alt={`Present ${title.toLowerCase()}`}
            style={{
              width: 40,
              height: 40,
              objectFit: 'contain',
              borderRadius: 'var(--r-2)',
              border: '1px solid var(--border)',
            }}
          />
          <Button size="small" icon="trash" onClick={onDrop}>
            Remove
          </Button>
        </Row>
      )}
      {warning && <Callout tone="warning">{warning}</Callout>}
      <FileDrop
        title={url ? `Drop another ${title.toLowerCase()}` : `Drop a ${title.toLowerCase()}`}
        hint={hint}
        accept={accept}
        maxBytes={largestBrandImage}
        onFiles={(files) => {
          if (files[0]) onFile(files[0]);
        }}
      />
    </Stack>
  );
}

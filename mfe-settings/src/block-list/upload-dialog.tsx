import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button, Spinner } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { FileDrop, formatBytes } from '@skein/ui/file-drop';
import { Row, Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { useBlockUpload } from './block-uploads.hooks';
import { UploadForm } from './upload-form';
import { UploadProgress } from './upload-progress';
import { sendBlockFile } from './upload-file';

/**
 * One upload from the choice of its file to its end. Which one stands in the URL, so it can be left and come back to; `new` has none yet.
 */
export function UploadDialog({
  id,
  onOpened,
  onClose,
}: {
  id: number | 'new';
  onOpened: (id: number) => void;
  onClose: () => void;
}) {
  if (id === 'new') return <NewUpload onOpened={onOpened} onClose={onClose} />;
  return <KnownUpload id={id} onClose={onClose} />;
}

function NewUpload({ onOpened, onClose }: { onOpened: (id: number) => void; onClose: () => void }) {
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    setProblem(null);
    setSending(`${file.name}, ${formatBytes(file.size)}`);
    try {
      onOpened((await sendBlockFile(file, file.name)).id);
    } catch (error) {
      setProblem(problemOf(error).message);
      setSending(null);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Upload a block list"
      description="Addresses and domains from a file. Nothing is blocked before you have seen what was found in it."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <Stack $gap={4}>
        {sending ? (
          <Row role="status" $justify="center" $pad={8}>
            <Spinner /> Sending {sending}
          </Row>
        ) : (
          <FileDrop
            title="Drop a file"
            hint="CSV, TSV or plain text with one entry a line up to 200 MB, Excel (.xlsx) up to 50 MB."
            accept={['.csv', '.tsv', '.txt', '.xlsx']}
            maxBytes={200 * 1024 * 1024}
            onFiles={([file]) => {
              if (file) void send(file);
            }}
          />
        )}
        {problem && (
          <Callout tone="danger" role="alert" title="The file was not accepted.">
            {problem}
          </Callout>
        )}
      </Stack>
    </Dialog>
  );
}

function KnownUpload({ id, onClose }: { id: number; onClose: () => void }) {
  const { upload: data, problem } = useBlockUpload(id);
  if (!data) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="medium"
        title="Upload of the block list"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {problem ? (
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={problem.onRetry}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Callout>
        ) : (
          <Loading label="Reading the upload" />
        )}
      </Dialog>
    );
  }
  if (data.status === 'UPLOADED')
    return (
      <UploadForm
        key={`${data.id}-${data.column}-${data.has_header}`}
        upload={data}
        onDiscarded={onClose}
        onClose={onClose}
      />
    );
  return <UploadProgress upload={data} onClose={onClose} />;
}

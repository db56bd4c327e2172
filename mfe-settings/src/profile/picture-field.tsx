import { useRef, useState } from 'react';
import { pictureTypes, uploadLimits } from '@skein/contracts/main/signed-uploads.contract';
import { problemOf } from '@skein/mfe/problem';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { usePicture } from './use-picture';

const types: readonly string[] = pictureTypes;

/** Uploads a picture of the person to a signed address and shows it everywhere. */
export function PictureField() {
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const picture = usePicture();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (title: string, work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      toasts.show({ title });
    } catch (error) {
      setProblem(
        error instanceof TypeError ? 'The picture could not be sent. Please try again.' : problemOf(error).message,
      );
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!types.includes(file.type)) setProblem('Only PNG, JPEG, WebP and GIF pictures can be shown.');
    else if (file.size > uploadLimits.profile) setProblem('The picture is larger than 2 MB.');
    else void run('Picture saved', () => picture.send(file));
  };
  return (
    <div>
      <Row $gap={2}>
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          aria-label="Profile picture"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button size="small" icon="upload" loading={busy} onClick={() => input.current?.click()}>
          {user.profile_pic_url ? 'Change picture' : 'Upload a picture'}
        </Button>
        {user.profile_pic_url && (
          <Button size="small" variant="ghost" onClick={() => void run('Picture removed', picture.remove)}>
            Remove
          </Button>
        )}
      </Row>
      <div role="alert">{problem && <Hint style={{ color: 'var(--danger)' }}>{problem}</Hint>}</div>
    </div>
  );
}

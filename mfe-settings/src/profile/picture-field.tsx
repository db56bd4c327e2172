import { useRef, useState } from 'react';
import { pictureTypes, uploadLimits } from '@skein/contracts/main/signed-uploads.contract';
import { problemOf } from '@skein/mfe/problem';
import { useUser } from '@skein/mfe/session';
import { userChanged } from '@skein/mfe/slices/auth';
import { useAppDispatch } from '@skein/mfe/store';
import { useLazyMeQuery } from '@skein/mfe/system-api';
import { Button } from '@skein/ui/button';
import { Hint } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { agencyApi } from '../agency-api';

const types: readonly string[] = pictureTypes;

/** Uploads a picture of the person to a signed address and shows it everywhere. */
export function PictureField() {
  const user = useUser();
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const [sign] = agencyApi.useLazySignProfilePictureQuery();
  const [keep] = agencyApi.useKeepProfilePictureMutation();
  const [drop] = agencyApi.useDropProfilePictureMutation();
  const [readMe] = useLazyMeQuery();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (title: string, work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      dispatch(userChanged({ user: (await readMe().unwrap()).user }));
      toasts.show({ title });
    } catch (error) {
      setProblem(
        error instanceof TypeError ? 'The picture could not be sent. Please try again.' : problemOf(error).message,
      );
    } finally {
      setBusy(false);
    }
  };
  const send = (file: File) =>
    run('Picture saved', async () => {
      const signed = await sign({
        query: { fileType: file.type as (typeof pictureTypes)[number], fileSize: file.size },
      }).unwrap();
      const answer = await fetch(signed.signedUrl, { method: signed.method, headers: signed.headers, body: file });
      if (!answer.ok) throw new TypeError(`The upload answered ${answer.status}.`);
      await keep({ body: { key: signed.key } }).unwrap();
    });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!types.includes(file.type)) setProblem('Only PNG, JPEG, WebP and GIF pictures can be shown.');
    else if (file.size > uploadLimits.profile) setProblem('The picture is larger than 2 MB.');
    else void send(file);
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
          <Button size="small" variant="ghost" onClick={() => void run('Picture removed', () => drop({}).unwrap())}>
            Remove
          </Button>
        )}
      </Row>
      <div role="alert">{problem && <Hint style={{ color: 'var(--danger)' }}>{problem}</Hint>}</div>
    </div>
  );
}

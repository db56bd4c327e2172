import type { pictureTypes } from '@skein/contracts/main/signed-uploads.contract';
import { userChanged } from '@skein/mfe/slices/auth';
import { useAppDispatch } from '@skein/mfe/store';
import { useLazyMeQuery } from '@skein/mfe/system-api';
import { agencyApi } from '../agency-api';

/** The person's picture: sent, or removed; the session shows it afterwards. Both reject with what went wrong. */
export function usePicture() {
  const dispatch = useAppDispatch();
  const [sign] = agencyApi.useLazySignProfilePictureQuery();
  const [keep] = agencyApi.useKeepProfilePictureMutation();
  const [drop] = agencyApi.useDropProfilePictureMutation();
  const [readMe] = useLazyMeQuery();
  const show = async () => void dispatch(userChanged({ user: (await readMe().unwrap()).user }));
  return {
    send: async (file: File): Promise<void> => {
      const signed = await sign({
        query: { fileType: file.type as (typeof pictureTypes)[number], fileSize: file.size },
      }).unwrap();
      const answer = await fetch(signed.signedUrl, { method: signed.method, headers: signed.headers, body: file });
      if (!answer.ok) throw new TypeError(`The upload answered ${answer.status}.`);
      await keep({ body: { key: signed.key } }).unwrap();
      await show();
    },
    remove: async (): Promise<void> => {
      await drop({}).unwrap();
      await show();
    },
  };
}

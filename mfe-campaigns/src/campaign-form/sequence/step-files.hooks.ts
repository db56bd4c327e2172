import { useCallback, useRef, useState } from 'react';
import type { AttachmentFailure, StepAttachment } from '@skein/contracts/main/attachments.contract';
import { pictureTypes, uploadLimits } from '@skein/contracts/main/signed-uploads.contract';
import { useFormOpenAttachmentMutation, useFormSignAttachmentMutation, useLazyFormSignImageQuery } from '../api';
import { describeFile, refusalOf } from './attachment-files';

/** A file that is on its way, or that was not attached. */
export interface PendingFile {
  key: number;
  name: string;
  size: number;
  failure: AttachmentFailure | null;
  file: File;
}

let counter = 0;

/**
 * Uploads files of one variant, one after the other, each to its signed address, and tells of each that arrived. What did not is kept
 * with its reason, so that it can be tried again.
 */
export function useStepFiles(
  campaignId: number,
  attached: readonly StepAttachment[],
  onAttached: (file: StepAttachment) => void,
) {
  const [sign] = useFormSignAttachmentMutation();
  const [open] = useFormOpenAttachmentMutation();
  const [pending, setPending] = useState<PendingFile[]>([]);
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef({ attached, onAttached });
  latest.current = { attached, onAttached };
  // Those on their way count towards the limit too.
  const sending = useRef(new Set<PendingFile>());

  const add = useCallback(
    async (files: readonly File[]) => {
      let total = [...latest.current.attached, ...sending.current] as { size: number }[];
      const entries = files.map((file): PendingFile => {
        const failure = refusalOf(file, total);
        if (!failure) total = [...total, file];
        return { key: (counter += 1), name: file.name, size: file.size, failure, file };
      });
      setPending((before) => [...before, ...entries]);
      const wanted = entries.filter(({ failure }) => failure === null);
      for (const entry of wanted) sending.current.add(entry);
      for (const entry of wanted) {
        try {
          const described = describeFile(entry.file);
          const { storage_key, upload_url } = await sign({ params: { campaignId }, body: described }).unwrap();
          const answer = await fetch(upload_url, {
            method: 'PUT',
            body: entry.file,
            headers: { 'content-type': described.content_type },
          });
          if (answer.status === 413) throw new Error('SIZE_EXCEEDED');
          if (!answer.ok) throw new Error('UPLOAD_FAILED');
          latest.current.onAttached({ ...described, storage_key });
          setPending((before) => before.filter(({ key }) => key !== entry.key));
        } catch (error) {
          const failure: AttachmentFailure =
            error instanceof Error && error.message === 'SIZE_EXCEEDED' ? 'SIZE_EXCEEDED' : 'UPLOAD_FAILED';
          setPending((before) => before.map((each) => (each.key === entry.key ? { ...each, failure } : each)));
        } finally {
          sending.current.delete(entry);
        }
      }
    },
    [campaignId, sign],
  );
  const dismiss = useCallback((key: number) => setPending((before) => before.filter((entry) => entry.key !== key)), []);
  const retry = useCallback(
    (entry: PendingFile) => {
      dismiss(entry.key);
      void add([entry.file]);
    },
    [add, dismiss],
  );
  /** Opens a stored file in a tab of its own; one that is gone is marked. */
  const show = useCallback(
    async (file: StepAttachment) => {
      try {
        const { url } = await open({
          params: { campaignId },
          body: { storage_key: file.storage_key, name: file.name },
        }).unwrap();
        window.open(url, '_blank', 'noopener');
      } catch {
        setUnreadable((before) => new Set([...before, file.storage_key]));
      }
    },
    [campaignId, open],
  );
  return { pending, unreadable, add, dismiss, retry, show };
}

/** Uploads a picture of the text and answers its public address. @throws Error in words for the person */
export function useImageUpload(): (file: File) => Promise<string> {
  const [sign] = useLazyFormSignImageQuery();
  return useCallback(
    async (file) => {
      const fileType = pictureTypes.find((type) => type === file.type);
      if (!fileType) throw new Error('Use a PNG, JPEG, WebP or GIF picture');
      if (file.size === 0 || file.size > uploadLimits.sequenceImage) throw new Error('A picture may be at most 5 MB');
      // Only what the browser can draw is a picture, whatever the file is called.
      const drawn = await createImageBitmap(file).catch(() => null);
      if (!drawn) throw new Error('This file is no picture that can be shown');
      drawn.close();
      const { signedUrl, headers, url } = await sign({
        query: {
          fileName:
            file.name
              .replace(/[\p{Cc}/\\]/gu, ' ')
              .trim()
              .slice(0, 200) || 'picture',
          fileType,
          fileSize: file.size,
        },
      })
        .unwrap()
        .catch(() => {
          throw new Error('The picture could not be uploaded. Try again.');
        });
      const answer = await fetch(signedUrl, { method: 'PUT', body: file, headers }).catch(() => null);
      if (!answer?.ok) throw new Error('The picture could not be uploaded. Try again.');
      return url;
    },
    [sign],
  );
}

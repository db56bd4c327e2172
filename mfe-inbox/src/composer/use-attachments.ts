import { useCallback, useState } from 'react';
import { limits } from '@skein/contracts/constants';
import { problemOf } from '@skein/mfe/problem';
import { useInboxSignAttachmentMutation } from '../api';
import { refusalOfFile } from './addresses';
import type { Draft } from './draft.types';

export type Attachment = Draft['attachments'][number];

/** Uploads files for a reply, one after the other; says what could not be attached. */
export function useAttachments(attached: readonly Attachment[], onAttached: (files: Attachment[]) => void) {
  const [sign] = useInboxSignAttachmentMutation();
  const [uploading, setUploading] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useCallback(
    async (files: readonly File[]) => {
      let all = [...attached];
      setProblem(null);
      for (const file of files) {
        const refusal = refusalOfFile(file, all, { file: limits.attachmentBytes, total: limits.allAttachmentsBytes });
        if (refusal) {
          setProblem(refusal);
          continue;
        }
        setUploading((names) => [...names, file.name]);
        try {
          const described = { name: file.name, content_type: file.type || 'application/octet-stream', size: file.size };
          const { storage_key, upload_url } = await sign({ body: described }).unwrap();
          const answer = await fetch(upload_url, {
            method: 'PUT',
            body: file,
            headers: { 'content-type': described.content_type },
          });
          if (!answer.ok) throw new Error(`The server did not take it (${answer.status}).`);
          all = [...all, { ...described, storage_key }];
          onAttached(all);
        } catch (error) {
          setProblem(`${file.name} could not be uploaded. ${problemOf(error).message}`);
        } finally {
          setUploading((names) => names.filter((name) => name !== file.name));
        }
      }
    },
    [attached, onAttached, sign],
  );
  return { add, uploading, problem };
}

import { useRef } from 'react';
import type { uploadDelimiters, uploadEncodings, UploadView } from '@skein/contracts/main/uploads.contract';
import { showProblem } from '@skein/mfe/toasts';
import { useFormDetectUploadMutation } from '../api';

export type Encoding = (typeof uploadEncodings)[number];
export type Delimiter = (typeof uploadDelimiters)[number];

/** How a file is read, as a person can say it otherwise. */
export interface Reading {
  encoding?: Encoding;
  delimiter?: Delimiter;
  has_header?: boolean;
  /** Rows above the header. */
  title_rows?: number;
}

/** Reads the file of an upload again, in another way. */
export function useDetection(upload: UploadView) {
  const [detect, { isLoading }] = useFormDetectUploadMutation();
  // Two changes in a row are both meant: the second does not take the first back while its answer is on its way.
  const asked = useRef<Reading>({});
  const again = (body: Reading) => {
    const kept = {
      ...(upload.encoding ? { encoding: upload.encoding as Encoding } : {}),
      ...(upload.delimiter ? { delimiter: upload.delimiter as Delimiter } : {}),
      has_header: upload.has_header,
      title_rows: upload.title_rows.length,
    };
    const all = { ...asked.current, ...body };
    asked.current = all;
    detect({ params: { uploadId: upload.id }, body: { ...kept, ...all } })
      .unwrap()
      .catch((error: unknown) => showProblem('The file was not read again', error))
      .finally(() => {
        if (asked.current === all) asked.current = {};
      });
  };
  return { again, isLoading };
}

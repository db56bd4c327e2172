import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { useState } from 'react';
import { useFormUploadRowsQuery } from '../api';

export const pageSize = 25;

/** The rows that were left out, page by page. */
export function useRejectedRows(upload: UploadView) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const cursor = cursors.at(-1);
  const { data, error, isFetching, refetch } = useFormUploadRowsQuery(
    { params: { uploadId: upload.id }, query: { limit: pageSize, ...(cursor ? { cursor } : {}) } },
    { skip: upload.rejected === 0 },
  );
  return { cursors, setCursors, busy, setBusy, data, error, isFetching, refetch };
}

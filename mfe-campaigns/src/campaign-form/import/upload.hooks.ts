import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { ColumnTarget } from '@skein/contracts/main/uploads.contract';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { campaignFormApi, useFormCancelUploadMutation, useFormStartUploadMutation, useFormUploadQuery } from '../api';
import { keepInTab, useKeptInTab } from '@skein/mfe/kept-in-tab';
import { checkMapping } from './mapping';

type Tag = Parameters<typeof campaignFormApi.util.invalidateTags>[0][number];

/** What a person chose for the columns, by how the file was read then: perhaps with a name that is not written yet. */
const chosenMapping = z.object({
  from: z.string(),
  mapping: z.array(
    z.custom<ColumnTarget>((target) => typeof target === 'object' && target !== null && 'kind' in target),
  ),
});

/**
 * One file on its way: what is known of it now, its mapping as it stands, and what can be done with it. While it is imported it is asked
 * for once a second. `changed` is what the end of an import makes old.
 */
export function useUpload(uploadId: number, changed: readonly Tag[]) {
  const dispatch = useAppDispatch();
  const [isRunning, setRunning] = useState(false);
  const {
    data: upload,
    error,
    refetch,
  } = useFormUploadQuery({ params: { uploadId } }, { pollingInterval: isRunning ? 1000 : 0 });
  const [chosen, setChosen] = useKeptInTab<{ from: string; mapping: ColumnTarget[] } | null>(
    `upload-${uploadId}-columns`,
    null,
    (kept) => chosenMapping.safeParse(kept).data,
  );
  const [remember, setRemember] = useState(true);
  const [start, starting] = useFormStartUploadMutation();
  const [cancel, cancelling] = useFormCancelUploadMutation();
  const running = upload?.status === 'IMPORTING' || upload?.status === 'CANCELLING';
  const status = upload?.status;
  const wasRunning = useRef(false);
  useEffect(() => {
    setRunning(running);
    // One that failed has brought in what stood before the failure. The rows that were left out are read anew once all of them are known.
    if (status === 'COMPLETED' || status === 'CANCELLED' || status === 'UNDONE' || status === 'FAILED')
      dispatch(campaignFormApi.util.invalidateTags([...changed, ...(wasRunning.current ? ['import' as const] : [])]));
    wasRunning.current = running;
  }, [running, status, changed, dispatch]);
  if (!upload) return { work: null, error, refetch };

  // What a person chose holds as long as the file is read the same way.
  const reading = `${upload.encoding}/${upload.delimiter}/${upload.has_header}/${upload.title_rows.length}/${upload.columns.length}`;
  const fresh = upload.status === 'UPLOADED';
  const mapping =
    fresh && chosen?.from === reading
      ? chosen.mapping
      : upload.mapping.length === upload.columns.length
        ? upload.mapping
        : upload.columns.map((column) => column.target);
  const { byColumn, general } = checkMapping(mapping);
  return {
    error,
    refetch,
    work: {
      upload,
      fresh,
      mapping,
      remember,
      setRemember,
      isStarting: starting.isLoading,
      isCancelling: cancelling.isLoading,
      /** What has to be put right before it can begin. */
      blocked: general ?? [...byColumn.values()][0],
      choose: (next: ColumnTarget[]) => setChosen({ from: reading, mapping: next }),
      begin: () => {
        start({
          params: { uploadId },
          body: { mapping: [...mapping], options: {}, remember_mapping: remember && upload.has_header },
        })
          .unwrap()
          .then(() => keepInTab(`upload-${uploadId}-columns`, null))
          .catch((problem: unknown) => showProblem('The import was not started', problem));
      },
      cancel: () => {
        cancel({ params: { uploadId }, body: {} })
          .unwrap()
          .catch((problem: unknown) => showProblem('The import was not stopped', problem));
      },
    },
  };
}
export type UploadWork = NonNullable<ReturnType<typeof useUpload>['work']>;

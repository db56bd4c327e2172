import { useEffect, useState } from 'react';
import type { ColumnTarget } from '@skein/contracts/main/uploads.contract';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { problemOf } from '@skein/mfe/problem';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Grow, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { useUi } from '@skein/ui/ui-provider';
import { campaignFormApi, useFormCancelUploadMutation, useFormStartUploadMutation, useFormUploadQuery, useFormUploadsQuery } from '../campaign-form/api';
import { TwoColumns } from '../campaign-form/form-layout';
import { DetectionCard } from '../campaign-form/import/detection-card';
import { checkMapping } from '../campaign-form/import/mapping';
import { MappingCard } from '../campaign-form/import/mapping-card';
import { ProgressCard } from '../campaign-form/import/progress-card';
import { RejectedRows } from '../campaign-form/import/rejected-rows';
import { RowPreview } from '../campaign-form/import/row-preview';
import { UndoDialog } from '../campaign-form/import/undo-dialog';
import { counted, fullInstant } from '../when';

/** What was imported into a list before. */
export function Uploads({ listId }: { listId: number }) {
  const { timeZone } = useUi();
  const { data } = useFormUploadsQuery({ query: { list_id: listId, limit: 50 } });
  if (!data || data.rows.length === 0) return null;
  return (
    <Card padded={false} title="Uploads of this list" detail={data.rows.length}>
      <CardList>{data.rows.map((upload) => <li key={upload.id}><Grow><Link href={`/app/leads/lists/${listId}/import?upload=${upload.id}`}>{upload.file_name}</Link><Hint>{fullInstant(upload.created_at, timeZone)}</Hint></Grow><Hint as="span">{upload.status === 'UNDONE' ? 'undone' : upload.status === 'UPLOADED' ? 'not imported yet' : `${(upload.rows_done - upload.rejected).toLocaleString('en-US')} of ${counted(upload.rows_done, 'row')}`}</Hint></li>)}</CardList>
    </Card>
  );
}

/** One file on its way into a list. */
export function OneUpload({ uploadId, list, mayWrite, onNew }: { uploadId: number; list: { id: number; name: string }; mayWrite: boolean; onNew: () => void }) {
  const dispatch = useAppDispatch();
  const [isRunning, setRunning] = useState(false);
  const { data: upload, error, refetch } = useFormUploadQuery({ params: { uploadId } }, { pollingInterval: isRunning ? 1000 : 0 });
  const [chosen, setChosen] = useState<{ from: string; mapping: ColumnTarget[] } | null>(null);
  const [sample, setSample] = useState(0);
  const [remember, setRemember] = useState(true);
  const [undoing, setUndoing] = useState(false);
  const [start, starting] = useFormStartUploadMutation();
  const [cancel, cancelling] = useFormCancelUploadMutation();
  const running = upload?.status === 'IMPORTING' || upload?.status === 'CANCELLING';
  const status = upload?.status;
  useEffect(() => {
    setRunning(running);
    if (status === 'COMPLETED' || status === 'CANCELLED' || status === 'UNDONE') dispatch(campaignFormApi.util.invalidateTags(['lead', 'counts', 'plan']));
  }, [running, status, dispatch]);
  if (error && !upload) return problemOf(error).status === 404 ? <NotFoundPage /> : <PageBody><Callout tone="danger" role="alert" title="This upload could not be loaded." actions={<Button size="small" onClick={() => void refetch()}>Try again</Button>}>{error.message}</Callout></PageBody>;
  if (!upload) return <PageSkeleton />;
  const reading = `${upload.encoding}/${upload.delimiter}/${upload.has_header}/${upload.columns.length}`;
  const fresh = upload.status === 'UPLOADED';
  const mapping = fresh && chosen?.from === reading ? chosen.mapping : upload.mapping.length === upload.columns.length ? upload.mapping : upload.columns.map((column) => column.target);
  const { byColumn, general } = checkMapping(mapping);
  const blocked = general ?? [...byColumn.values()][0];
  const begin = () => { start({ params: { uploadId }, body: { mapping: [...mapping], options: {}, remember_mapping: remember && upload.has_header } }).unwrap().catch((problem: unknown) => showProblem('The import was not started', problem)); };
  return (
    <>
      <PageHeader title={`Import into ${list.name}`} actions={<>
        {mayWrite && upload.can_undo && <Button icon="undo" onClick={() => setUndoing(true)}>Undo this upload</Button>}
        {mayWrite && fresh && <Button variant="primary" icon="upload" loading={starting.isLoading} onClick={begin} {...(blocked ? { disabledReason: blocked } : {})}>Import {upload.rows_total === null ? 'the file' : `${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total, 'row')}`}</Button>}
        {!fresh && <Button variant="primary" href={`/app/leads/lists/${list.id}`}>To the list</Button>}
      </>} />
      <TwoColumns>
        <Stack $gap={4}>
          <DetectionCard upload={upload} mayWrite={mayWrite} onReplace={onNew} />
          <MappingCard upload={upload} mapping={mapping} onChange={(next) => setChosen({ from: reading, mapping: next })} editable={mayWrite && fresh} sample={sample} remember={remember} onRemember={setRemember} />
          <RejectedRows upload={upload} />
        </Stack>
        <Stack $gap={4}>
          {!fresh && <ProgressCard upload={upload} cancelling={cancelling.isLoading} onCancel={mayWrite ? () => { cancel({ params: { uploadId }, body: {} }).unwrap().catch((problem: unknown) => showProblem('The import was not stopped', problem)); } : null} />}
          <RowPreview upload={upload} mapping={mapping} sample={Math.min(sample, upload.sample_rows.length - 1)} onSample={setSample} />
          <Uploads listId={list.id} />
        </Stack>
      </TwoColumns>
      {undoing && <UndoDialog upload={upload} onClose={() => setUndoing(false)} />}
    </>
  );
}

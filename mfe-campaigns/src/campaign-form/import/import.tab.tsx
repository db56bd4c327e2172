import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ColumnTarget, UploadView } from '@skein/contracts/main/uploads.contract';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardList } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Grow, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { useUi } from '@skein/ui/ui-provider';
import { counted, fullInstant } from '../../when';
import { campaignFormApi, useFormCancelUploadMutation, useFormStartUploadMutation, useFormUploadQuery, useFormUploadsQuery } from '../api';
import { ContinueButton, InBar } from '../bar-slot';
import { TwoColumns } from '../form-layout';
import type { TabProps } from '../form-page';
import { formAddress } from '../form-steps';
import { MissingNote } from '../missing-note';
import { DetectionCard } from './detection-card';
import { checkMapping } from './mapping';
import { MappingCard } from './mapping-card';
import { NewImport } from './new-import';
import { ProgressCard } from './progress-card';
import { RejectedRows } from './rejected-rows';
import { RowPreview } from './row-preview';
import { UndoDialog } from './undo-dialog';

/** Second tab: leads come in. Which upload is looked at stands in the URL; without one it is the newest that was not undone. */
export function ImportTab({ campaign, mayWrite }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { data: uploads, isLoading } = useFormUploadsQuery({ query: { campaign_id: campaign.id, limit: 20 } });
  const asked = query.get('upload');
  const newest = uploads?.rows.find((upload) => upload.status !== 'UNDONE');
  const uploadId = asked === 'new' ? null : Number(asked) > 0 ? Number(asked) : newest?.id ?? null;
  const show = (upload: number | 'new') => setQuery((current) => { const next = new URLSearchParams(current); next.set('upload', String(upload)); return next; });
  if (isLoading && asked === null) return <div style={{ padding: 'var(--s-6)' }}><Loading label="Loading the imports" /></div>;
  const history = (uploads?.rows ?? []).filter((upload) => upload.id !== uploadId);
  if (uploadId !== null) return <OneUpload key={uploadId} uploadId={uploadId} campaignId={campaign.id} mayWrite={mayWrite} history={history} onNew={() => show('new')} />;
  return (
    <>
      <InBar><ContinueButton /></InBar>
      <TwoColumns>
        <Stack $gap={4}>
          <MissingNote campaign={campaign} tab="import-leads" />
          {mayWrite
            ? <NewImport target={{ campaign_id: campaign.id }} usual={usualWay[campaign.settings.lead_condition.source] ?? 'file'} onUploaded={(upload) => show(upload.id)} />
            : <Callout tone="warning" title="Your role can look, not change." />}
        </Stack>
        <Stack $gap={4}>
          <Card title="In this campaign"><p><b style={{ fontWeight: 'var(--w-bold)' }}>{counted(campaign.progress.total, 'lead')}</b></p><Hint>Duplicates, suppressed and invalid addresses are left out by rule; each row is told its reason.</Hint></Card>
          <History campaignId={campaign.id} uploads={history} />
        </Stack>
      </TwoColumns>
    </>
  );
}

const usualWay: Partial<Record<string, 'one' | 'list'>> = { MANUAL: 'one', LIST: 'list' };

function History({ campaignId, uploads }: { campaignId: number; uploads: readonly Pick<UploadView, 'id' | 'file_name' | 'status' | 'created_at' | 'rows_done' | 'rejected'>[] }) {
  const { timeZone } = useUi();
  if (uploads.length === 0) return null;
  return (
    <Card padded={false} title="Uploads of this campaign" detail={uploads.length}>
      <CardList>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <Grow><Link href={formAddress({ id: campaignId, parent_campaign_id: null }, 'import-leads', { upload: String(upload.id) })}>{upload.file_name}</Link><Hint>{fullInstant(upload.created_at, timeZone)}</Hint></Grow>
            <Hint as="span">{upload.status === 'UNDONE' ? 'undone' : upload.status === 'UPLOADED' ? 'not imported yet' : `${(upload.rows_done - upload.rejected).toLocaleString('en-US')} of ${counted(upload.rows_done, 'row')}`}</Hint>
          </li>
        ))}
      </CardList>
    </Card>
  );
}

function OneUpload({ uploadId, campaignId, mayWrite, history, onNew }: { uploadId: number; campaignId: number; mayWrite: boolean; history: Parameters<typeof History>[0]['uploads']; onNew: () => void }) {
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
    if (status === 'COMPLETED' || status === 'CANCELLED' || status === 'UNDONE') dispatch(campaignFormApi.util.invalidateTags(['campaign', 'lead', 'forecast', 'sequence', 'counts', 'plan']));
  }, [running, status, dispatch]);
  if (error && !upload) return <div style={{ padding: 'var(--s-6)' }}><Callout tone="danger" role="alert" title="This upload could not be loaded." actions={<><Button size="small" onClick={() => void refetch()}>Try again</Button><Button size="small" onClick={onNew}>Import a file</Button></>}>{error.message}</Callout></div>;
  if (!upload) return <div style={{ padding: 'var(--s-6)' }}><Loading label="Loading the upload" /></div>;

  // What a person chose holds as long as the file is read the same way.
  const reading = `${upload.encoding}/${upload.delimiter}/${upload.has_header}/${upload.columns.length}`;
  const fresh = upload.status === 'UPLOADED';
  const mapping = fresh && chosen?.from === reading ? chosen.mapping : upload.mapping.length === upload.columns.length ? upload.mapping : upload.columns.map((column) => column.target);
  const { byColumn, general } = checkMapping(mapping);
  const blocked = general ?? [...byColumn.values()][0];
  const begin = () => {
    start({ params: { uploadId }, body: { mapping: [...mapping], options: {}, remember_mapping: remember && upload.has_header } }).unwrap().catch((problem: unknown) => showProblem('The import was not started', problem));
  };
  return (
    <>
      <InBar>
        {mayWrite && upload.can_undo && <Button icon="undo" onClick={() => setUndoing(true)}>Undo this upload</Button>}
        {mayWrite && fresh && <Button variant="primary" icon="upload" loading={starting.isLoading} onClick={begin} {...(blocked ? { disabledReason: blocked } : {})}>Import {upload.rows_total === null ? 'the file' : `${upload.rows_total_is_estimate ? 'about ' : ''}${counted(upload.rows_total, 'row')}`}</Button>}
        <ContinueButton quiet={fresh} />
      </InBar>
      <TwoColumns>
        <Stack $gap={4}>
          <DetectionCard upload={upload} mayWrite={mayWrite} onReplace={onNew} />
          <MappingCard upload={upload} mapping={mapping} onChange={(next) => setChosen({ from: reading, mapping: next })} editable={mayWrite && fresh} sample={sample} remember={remember} onRemember={setRemember} />
          <RejectedRows upload={upload} />
        </Stack>
        <Stack $gap={4}>
          {!fresh && <ProgressCard upload={upload} cancelling={cancelling.isLoading} onCancel={mayWrite ? () => { cancel({ params: { uploadId }, body: {} }).unwrap().catch((problem: unknown) => showProblem('The import was not stopped', problem)); } : null} />}
          {upload.can_undo && <Hint style={{ padding: '0 4px' }}><Link href={`/app/email-campaigns/${campaignId}/confirm-delete-csv/${upload.delete_identifier}`}>Delete this upload and its leads</Link></Hint>}
          <RowPreview upload={upload} mapping={mapping} sample={Math.min(sample, upload.sample_rows.length - 1)} onSample={setSample} />
          <History campaignId={campaignId} uploads={history} />
        </Stack>
      </TwoColumns>
      {undoing && <UndoDialog upload={upload} onClose={() => setUndoing(false)} />}
    </>
  );
}

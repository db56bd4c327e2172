import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { ContinueButton, InBar } from '../bar-slot';
import { TwoColumns } from '../form-layout';
import type { TabProps } from '../form-page';
import { formAddress } from '../form-steps';
import { MissingNote } from '../missing-note';
import { VerifyButton } from '../../verification/verify-dialog';
import { NewImport } from './new-import';
import { PastUploads, UploadButtons, UploadCards, type PastUpload } from './upload-cards';
import { useUpload } from './upload.hooks';
import { useUploadsOf } from './import.hooks';

/** Second tab: leads come in. Which upload is looked at stands in the URL; without one it is the newest that was not undone. */
export function ImportTab({ campaign, mayWrite }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { uploads, error, isLoading, refetch } = useUploadsOf(campaign);
  const asked = query.get('upload');
  const newest = uploads?.rows.find((upload) => upload.status !== 'UNDONE');
  const uploadId = asked === 'new' ? null : Number(asked) > 0 ? Number(asked) : (newest?.id ?? null);
  const show = (upload: number | 'new') =>
    setQuery((current) => {
      const next = new URLSearchParams(current);
      next.set('upload', String(upload));
      return next;
    });
  if (isLoading && asked === null)
    return (
      <div style={{ padding: 'var(--s-6)' }}>
        <Loading label="Loading the imports" />
      </div>
    );
  const history = (uploads?.rows ?? []).filter((upload) => upload.id !== uploadId);
  if (uploadId !== null)
    return (
      <OneUpload
        key={uploadId}
        uploadId={uploadId}
        campaignId={campaign.id}
        mayWrite={mayWrite}
        history={history}
        onNew={() => show('new')}
      />
    );
  return (
    <>
      <InBar>
        <ContinueButton />
      </InBar>
      <TwoColumns>
        <Stack $gap={4}>
          {error && (
            <Callout
              tone="danger"
              role="alert"
              title="Earlier imports could not be loaded."
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            >
              {error.message}
            </Callout>
          )}
          <MissingNote campaign={campaign} tab="import-leads" />
          {mayWrite ? (
            <NewImport
              target={{ campaign_id: campaign.id }}
              usual={usualWay[campaign.settings.lead_condition.source] ?? 'file'}
              onUploaded={(upload) => show(upload.id)}
            />
          ) : (
            <Callout tone="warning" title="Your role can view, not edit." />
          )}
        </Stack>
        <Stack $gap={4}>
          <Card title="In this campaign">
            <p>
              <b style={{ fontWeight: 'var(--w-bold)' }}>{counted(campaign.progress.total, 'lead')}</b>
            </p>
            <Hint>Duplicates, blocked and invalid addresses are skipped. Each skipped row shows why.</Hint>
            {campaign.progress.total > 0 && (
              <div style={{ paddingTop: 'var(--s-3)' }}>
                <VerifyButton
                  small
                  name={campaign.name}
                  selection={{ filter: { campaign_id: campaign.id }, excluded_ids: [] }}
                />
              </div>
            )}
          </Card>
          <History campaignId={campaign.id} uploads={history} />
        </Stack>
      </TwoColumns>
    </>
  );
}

const usualWay: Partial<Record<string, 'one' | 'list'>> = { MANUAL: 'one', LIST: 'list' };

/** What the end of an import makes old. */
const changed = ['campaign', 'lead', 'forecast', 'sequence', 'counts', 'plan'] as const;

function History({ campaignId, uploads }: { campaignId: number; uploads: readonly PastUpload[] }) {
  return (
    <PastUploads
      title="Uploads of this campaign"
      uploads={uploads}
      addressOf={(upload) =>
        formAddress({ id: campaignId, parent_campaign_id: null }, 'import-leads', { upload: String(upload.id) })
      }
    />
  );
}

function OneUpload({
  uploadId,
  campaignId,
  mayWrite,
  history,
  onNew,
}: {
  uploadId: number;
  campaignId: number;
  mayWrite: boolean;
  history: readonly PastUpload[];
  onNew: () => void;
}) {
  const { work, error, refetch } = useUpload(uploadId, changed);
  if (error && !work)
    return (
      <div style={{ padding: 'var(--s-6)' }}>
        <Callout
          tone="danger"
          role="alert"
          title="This upload could not be loaded."
          actions={
            <>
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
              <Button size="small" onClick={onNew}>
                Import a file
              </Button>
            </>
          }
        >
          {error.message}
        </Callout>
      </div>
    );
  if (!work)
    return (
      <div style={{ padding: 'var(--s-6)' }}>
        <Loading label="Loading the upload" />
      </div>
    );
  const { fresh } = work;
  return (
    <>
      <InBar>
        <UploadButtons work={work} mayWrite={mayWrite} />
        <ContinueButton quiet={fresh} />
      </InBar>
      <UploadCards work={work} mayWrite={mayWrite} onNew={onNew}>
        <History campaignId={campaignId} uploads={history} />
      </UploadCards>
    </>
  );
}

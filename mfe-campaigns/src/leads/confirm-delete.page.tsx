import { useParams } from 'react-router-dom';
import { useState } from 'react';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row, Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import { formAddress } from '../campaign-form/form-steps';
import { useUploadDeletion, useUploadOfLink } from './confirm-delete.hooks';

/**
 * The page behind the link of an upload: says in numbers what undoing it would remove, and does it. The link alone shows
 * nothing to a stranger.
 */
export function ConfirmDeleteUploadPage() {
  const { campaignId, deleteIdentifier } = useParams();
  const id = Number(campaignId);
  usePage([{ label: 'Email campaigns', to: '/app/email-campaign/all' }, { label: 'Undo a lead upload' }]);
  const { upload, isGone, problem, retry } = useUploadOfLink(id, deleteIdentifier);
  if (isGone) return <NotFoundPage />;
  if (problem)
    return (
      <PageBody>
        <LoadProblem title="The upload could not be loaded." message={problem.message} onRetry={retry} />
      </PageBody>
    );
  if (!upload) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Undo a lead upload" />
      <PageBody $well>
        <div style={{ maxWidth: 640 }}>
          <Confirm upload={upload} campaignId={id} />
        </div>
      </PageBody>
    </>
  );
}

interface Upload {
  id: number;
  file_name: string;
  created_at: string;
  created_by_name: string | null;
  rows_done: number;
  status: string;
}

function Confirm({ upload, campaignId }: { upload: Upload; campaignId: number }) {
  const { timeZone } = useUi();
  const mayDelete = useAccess().may('lead.delete');
  const isUndone = upload.status === 'UNDONE';
  const { effects, error, isLoading, remove, count } = useUploadDeletion(upload.id, isUndone);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = () => {
    setProblem(null);
    remove().catch((failure: unknown) => setProblem(problemOf(failure).message));
  };
  const back = (
    <Button href={formAddress({ id: campaignId, parent_campaign_id: null }, 'import-leads')}>
      Back to the campaign
    </Button>
  );
  return (
    <Card
      title={upload.file_name}
      detail={`${fullInstant(upload.created_at, timeZone)}${upload.created_by_name ? `, by ${upload.created_by_name}` : ''}`}
    >
      <Stack $gap={4}>
        {isUndone ? (
          <Callout tone="success" role="status" title="This upload is undone.">
            Leads that had been emailed by then stayed.
          </Callout>
        ) : (
          <>
            <p>
              {counted(upload.rows_done, 'row')} of this file {upload.rows_done === 1 ? 'was' : 'were'} read.
            </p>
            {effects && (
              <ul style={{ paddingLeft: 'var(--s-5)' }}>
                <li>
                  {counted(effects.enrolments_removed, 'lead is removed', 'leads are removed')} from this campaign.
                </li>
                <li>
                  {counted(effects.leads_removed, 'lead is removed', 'leads are removed')} from the workspace too,
                  because only this file added them.
                </li>
                <li>
                  {counted(effects.kept_contacted, 'lead that was emailed stays', 'leads that were emailed stay')}.
                </li>
                <li>{counted(effects.cancelled_emails, 'scheduled email')} won’t be sent.</li>
              </ul>
            )}
            {error && !effects && (
              <LoadProblem title="We could not count what would be removed." message={error.message} onRetry={count} />
            )}
            {problem && (
              <Callout tone="danger" role="alert" title="Nothing was undone.">
                {problem}
              </Callout>
            )}
            {!mayDelete && <Text $tone="muted">Your role can’t delete leads.</Text>}
          </>
        )}
        <Row $gap={2} $wrap>
          {!isUndone && (
            <Button
              variant="danger"
              icon="trash"
              loading={isLoading}
              onClick={confirm}
              {...(mayDelete && effects
                ? {}
                : {
                    disabledReason: !mayDelete
                      ? 'Your role cannot delete leads'
                      : error
                        ? 'What would be removed is not counted yet'
                        : 'Counting what would be removed',
                  })}
            >
              Undo this upload
            </Button>
          )}
          {back}
        </Row>
      </Stack>
    </Card>
  );
}

import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
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
import { Progress } from '@skein/ui/progress';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import { scopeWords } from './block-list-labels';
import { useBlockUploadOfLink, useBlockUploadUndo } from './confirm-delete.hooks';

/**
 * The page behind the link of a block list upload: says in numbers what taking it back would do, and does it. The link
 * alone shows nothing to a stranger.
 */
export function ConfirmDeleteBlockUploadPage() {
  const { deleteIdentifier = '' } = useParams();
  usePage([
    { label: 'Settings', to: '/app/settings/profile' },
    { label: 'Block list', to: '/app/settings/global-block-list?view=uploads' },
    { label: 'Undo an upload' },
  ]);
  const { upload, isGone, problem, retry } = useBlockUploadOfLink(deleteIdentifier);
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
      <PageHeader title="Undo an upload" />
      <PageBody $well>
        <div style={{ maxWidth: 640 }}>
          <Confirm upload={upload} />
        </div>
      </PageBody>
    </>
  );
}

function Confirm({ upload }: { upload: BlockUploadView }) {
  const { timeZone } = useUi();
  const mayDelete = useAccess().may('blocklist.write');
  const isOver = upload.status === 'UNDONE';
  const isOffered = upload.can_undo;
  const { effects, error, isLoading, undo, count } = useBlockUploadUndo(upload.id, isOffered);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = () => {
    setProblem(null);
    undo().catch((failure: unknown) => setProblem(problemOf(failure).message));
  };
  const added = upload.counts.find((entry) => entry.outcome === 'ADDED')?.count ?? 0;
  return (
    <Card
      title={upload.file_name}
      detail={`${fullInstant(upload.created_at, timeZone)}${upload.created_by_name ? `, by ${upload.created_by_name}` : ''} · ${scopeWords(upload)}`}
    >
      <Stack $gap={4}>
        {isOver && (
          <Callout tone="success" role="status" title="This upload was undone.">
            {counted(upload.entries_removed, 'entry was', 'entries were')} removed from the list.
            {upload.entries_handed_over > 0
              ? ` ${counted(upload.entries_handed_over, 'entry', 'entries')} that another upload names stayed.`
              : ''}{' '}
            Leads that were stopped stay stopped until someone resumes them.
          </Callout>
        )}
        {upload.status === 'UNDOING' && (
          <Progress
            label="Undone"
            value={upload.entries_removed + upload.entries_handed_over}
            max={Math.max(1, added)}
            start="Being undone. You can leave this page."
            end={`${upload.entries_removed.toLocaleString('en-US')} removed`}
          />
        )}
        {upload.status === 'IMPORTING' && (
          <Callout tone="info" role="status" title="This upload still runs.">
            Stop the upload before you undo it.
          </Callout>
        )}
        {!isOver && !isOffered && upload.status !== 'UNDOING' && upload.status !== 'IMPORTING' && (
          <Callout tone="info" role="status" title="There is nothing to undo.">
            This upload added nothing to the list.
          </Callout>
        )}
        {isOffered && effects && (
          <ul style={{ display: 'grid', gap: 'var(--s-1)', paddingLeft: 'var(--s-5)' }}>
            <li>
              {counted(effects.entries_removed, 'entry is', 'entries are')} removed from the list: this upload added{' '}
              {effects.entries_removed === 1 ? 'it. It can' : 'them. They can'} be emailed again.
            </li>
            {effects.handed_over > 0 && (
              <li>
                {counted(effects.handed_over, 'entry', 'entries')} that another upload names too{' '}
                {effects.handed_over === 1 ? 'stays' : 'stay'}.
              </li>
            )}
            {effects.no_longer_its_own > 0 && (
              <li>
                {counted(effects.no_longer_its_own, 'entry', 'entries')} of this upload{' '}
                {effects.no_longer_its_own === 1 ? 'is' : 'are'} no longer its own: removed since, or added by someone
                else. Nothing changes for {effects.no_longer_its_own === 1 ? 'it' : 'them'}.
              </li>
            )}
            {effects.already_there > 0 && (
              <li>
                {effects.already_there === 1
                  ? '1 row named an entry that was on the list before; it stays.'
                  : `${counted(effects.already_there, 'row')} named entries that were on the list before; those stay.`}
              </li>
            )}
            <li>
              {effects.leads_blocked === 0
                ? 'No lead was stopped by it.'
                : effects.leads_blocked === 1
                  ? 'The lead that was stopped stays stopped until someone resumes it.'
                  : `${counted(effects.leads_blocked, 'lead')} that were stopped stay stopped until someone resumes them.`}
            </li>
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
        {isOffered && !mayDelete && <Text $tone="muted">Your role can view, not edit.</Text>}
        <Row $gap={2}>
          {isOffered && (
            <Button
              variant="danger"
              icon="trash"
              loading={isLoading}
              onClick={confirm}
              {...(mayDelete && effects
                ? {}
                : {
                    disabledReason: mayDelete
                      ? error
                        ? 'What would be removed is not counted yet'
                        : 'Counting what would be removed'
                      : 'Your role cannot change the block list',
                  })}
            >
              Undo this upload
            </Button>
          )}
          <Button href="/app/settings/global-block-list?view=uploads">To the uploads</Button>
        </Row>
      </Stack>
    </Card>
  );
}

import { NotFoundPage } from '@skein/mfe/not-found-page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { PastUploads, UploadButtons, UploadCards } from '../campaign-form/import/upload-cards';
import { useUpload } from '../campaign-form/import/upload.hooks';
import { useUploadsOfList } from './lead-lists.hooks';

/** What the end of an import makes old. */
const changed = ['lead', 'counts', 'plan'] as const;

/** What was imported into a list before. */
export function Uploads({ listId }: { listId: number }) {
  const { data, problem } = useUploadsOfList(listId);
  if (problem && !data) return <LoadProblem title="The earlier uploads could not be loaded." {...problem} />;
  return (
    <PastUploads
      title="Uploads of this list"
      uploads={data?.rows ?? []}
      addressOf={(upload) => `/app/leads/lists/${listId}/import?upload=${upload.id}`}
    />
  );
}

/** One file on its way into a list. */
export function OneUpload({
  uploadId,
  list,
  mayWrite,
  onNew,
}: {
  uploadId: number;
  list: { id: number; name: string };
  mayWrite: boolean;
  onNew: () => void;
}) {
  const { work, error, refetch } = useUpload(uploadId, changed);
  if (error && !work)
    return problemOf(error).status === 404 ? (
      <NotFoundPage />
    ) : (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="This upload could not be loaded."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      </PageBody>
    );
  if (!work) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={`Import into ${list.name}`}
        actions={
          <>
            <UploadButtons work={work} mayWrite={mayWrite} />
            {!work.fresh && (
              <Button variant="primary" href={`/app/leads/lists/${list.id}`}>
                To the list
              </Button>
            )}
          </>
        }
      />
      <UploadCards work={work} mayWrite={mayWrite} onNew={onNew}>
        <Uploads listId={list.id} />
      </UploadCards>
    </>
  );
}

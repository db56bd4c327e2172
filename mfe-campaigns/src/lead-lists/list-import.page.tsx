import { useParams } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { TwoColumns } from '../campaign-form/form-layout';
import { NewImport } from '../campaign-form/import/new-import';
import { useList } from './lead-lists.hooks';
import { OneUpload, Uploads } from './list-upload';

/** Files into a list: the same import as a campaign's. Which upload is looked at stands in the URL. */
export function ListImportPage() {
  const { listId, list, isGone, problem, retry } = useList(useParams().listId);
  const [query, setQuery] = useSearchParams();
  usePage([
    { label: 'Leads', to: '/app/leads/all' },
    { label: 'Lists', to: '/app/leads/lists' },
    { label: list?.name ?? 'List', to: `/app/leads/lists/${listId}` },
    { label: 'Import' },
  ]);
  const mayWrite = useAccess().may('lead.write');
  if (isGone) return <NotFoundPage />;
  if (!list && problem)
    return (
      <PageBody>
        <Callout
          tone="danger"
          role="alert"
          title="The list could not be loaded."
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problem.message}
        </Callout>
      </PageBody>
    );
  if (!list) return <PageSkeleton />;
  const uploadId = Number(query.get('upload'));
  const show = (upload: number | null) => setQuery(upload === null ? {} : { upload: String(upload) });
  if (uploadId > 0)
    return <OneUpload key={uploadId} uploadId={uploadId} list={list} mayWrite={mayWrite} onNew={() => show(null)} />;
  return (
    <>
      <PageHeader
        title={`Import into ${list.name}`}
        actions={<Button href={`/app/leads/lists/${listId}`}>Back to the list</Button>}
      />
      <TwoColumns>
        <Stack $gap={4}>
          {mayWrite ? (
            <NewImport target={{ list_id: listId }} usual="file" onUploaded={(upload) => show(upload.id)} />
          ) : (
            <Callout tone="warning" title="Your role can view, not edit." />
          )}
        </Stack>
        <Stack $gap={4}>
          <Uploads listId={listId} />
        </Stack>
      </TwoColumns>
    </>
  );
}

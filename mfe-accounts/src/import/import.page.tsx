import { useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { LoadProblem } from '@skein/ui/load-problem';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Status } from '@skein/ui/status';
import { importLooks, importsAddress } from './import-labels';
import { useImport } from './imports.hooks';
import { ImportForm } from './import-form';
import { ImportProgress } from './import-progress';

/** One file of mailboxes from its columns to its last row: /app/email-accounts/import/{importId}. */
export function ImportPage() {
  const id = Number(useParams().importId);
  const isId = Number.isInteger(id) && id > 0;
  const { found: data, error, retry } = useImport(isId ? id : null);
  usePage([
    { label: 'Email accounts', to: '/app/email-accounts' },
    { label: 'Connect from a file', to: importsAddress },
    { label: data?.file_name ?? 'Import' },
  ]);
  if (!isId || error?.code === 'NOT_FOUND') return <NotFoundPage what="This import does not exist, or is not yours." />;
  const looks = data && importLooks[data.status];
  return (
    <>
      <PageHeader
        title={data?.file_name ?? 'Import'}
        {...(looks
          ? {
              status: (
                <Status tone={looks.tone} glyph={looks.glyph}>
                  {looks.label}
                </Status>
              ),
            }
          : {})}
      />
      {!data ? (
        <PageBody $well>
          {error ? (
            <LoadProblem title="The import could not be loaded." message={error.message} onRetry={retry} />
          ) : (
            <PageSkeleton />
          )}
        </PageBody>
      ) : data.status === 'UPLOADED' ? (
        <ImportForm found={data} />
      ) : (
        <ImportProgress found={data} />
      )}
    </>
  );
}

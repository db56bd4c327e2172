import { useNavigate, useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { AreaTabs, percent, Simulated, TestStatus } from '../parts';
import { base, useFolders, useMayTest, useTests } from '../placement.hooks';

/** Every manual or automatic test. */
export function AllTestsPage() {
  const { testType } = useParams();
  return testType === 'auto' || testType === 'manual' ? <TestList type={testType} /> : <NotFoundPage />;
}

/** The tests of one folder. */
export function FolderTestsPage() {
  const folderId = Number(useParams().folderId);
  return Number.isInteger(folderId) && folderId > 0 ? <TestList folderId={folderId} /> : <NotFoundPage />;
}

function TestList({ type, folderId }: { type?: 'auto' | 'manual'; folderId?: number }) {
  const tests = useTests({ ...(type ? { type } : {}), ...(folderId === undefined ? {} : { folder_id: folderId }) });
  const folders = useFolders();
  const navigate = useNavigate();
  const folder = folders.rows.find(({ id }) => id === folderId);
  const title = folderId === undefined ? 'Placement tests' : (folder?.name ?? 'Folder');
  usePage([{ label: 'SmartDelivery', to: `/app${base}/auto/all-tests` }, { label: title }]);
  const place = `/app${base}${folderId === undefined ? '' : `/folder/${folderId}`}`;
  const mayTest = useMayTest();
  const create = mayTest && (
    <>
      <Button href={`${place}/new-manual-test`}>New manual test</Button>
      <Button variant="primary" icon="plus" href={`${place}/new-automatic-test`}>
        New automatic test
      </Button>
    </>
  );
  if (folderId !== undefined && !folders.isLoading && !folders.problem && !folder) return <NotFoundPage />;
  return (
    <>
      <PageHeader title={title} tabs={<AreaTabs value={type ?? 'folders'} />} actions={create} />
      <PageBody>
        <Simulated />
        <DataTable
          label={title}
          rows={tests.rows}
          rowId={({ id }) => String(id)}
          rowLabel={({ name }) => name}
          loading={tests.isLoading}
          error={tests.problem}
          onRowOpen={(row) => void navigate(`${base}/${row.id}/${row.type}/deliverability-results/providers-view`)}
          empty={
            <EmptyState icon="shield" title="No tests yet" actions={create}>
              A test sends your email to seed mailboxes at many providers and shows where it lands.
            </EmptyState>
          }
          columns={[
            { id: 'name', label: 'Test', fixed: true, minWidth: 200, cell: ({ name }) => name },
            {
              id: 'status',
              label: 'Result',
              width: 110,
              phone: 'status',
              cell: (row) => <TestStatus status={row.status} />,
            },
            { id: 'score', label: 'Placement', align: 'end', width: 110, cell: ({ latest }) => percent(latest.score) },
            { id: 'spam', label: 'Spam', align: 'end', width: 90, cell: ({ latest }) => latest.spam },
            { id: 'waiting', label: 'Waiting', align: 'end', width: 90, cell: ({ latest }) => latest.waiting },
            { id: 'senders', label: 'Mailboxes', align: 'end', width: 110, cell: ({ senders }) => senders },
            { id: 'seeds', label: 'Seeds', align: 'end', width: 90, cell: ({ seeds }) => seeds },
            { id: 'runs', label: 'Runs', align: 'end', width: 80, cell: ({ runs }) => runs },
          ]}
        />
      </PageBody>
    </>
  );
}

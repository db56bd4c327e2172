import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { campaignsChoiceChanged } from '@skein/mfe/slices/campaigns';
import { useAppDispatch } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { CampaignsHead, newCampaignAddress } from '../campaigns-list/campaigns-head';
import { CampaignsTable } from '../campaigns-list/campaigns-table';
import { useFolders } from './folders.hooks';

/** The campaigns of one folder: /app/email-campaign/folder/{id}/view. */
export function FolderViewPage() {
  const folderId = Number(useParams().folderId);
  const { folders } = useFolders();
  const folder = folders?.find((entry) => entry.id === folderId);
  usePage([
    { label: 'Email campaigns', to: '/app/email-campaign/all' },
    { label: 'Folders', to: '/app/email-campaign/folders' },
    { label: folder?.name ?? 'Folder' },
  ]);
  const dispatch = useAppDispatch();
  const known = folder?.id;
  useEffect(() => {
    if (known !== undefined) dispatch(campaignsChoiceChanged({ lastFolderId: known }));
  }, [dispatch, known]);
  if (!Number.isInteger(folderId) || (folders && !folder)) return <NotFoundPage />;
  return (
    <>
      <CampaignsHead tab="folders" title={folder?.name ?? 'Folder'} folderId={folderId} />
      <CampaignsTable
        key={folderId}
        folderId={folderId}
        empty={
          <EmptyState
            icon="folder"
            title="This folder is empty"
            actions={
              <>
                <Button icon="plus" href={newCampaignAddress(folderId)}>
                  New campaign here
                </Button>
                <Button href="/app/email-campaign/all?folder=0">Campaigns in no folder</Button>
              </>
            }
          >
            Select campaigns in the list and press Move to bring them here.
          </EmptyState>
        }
      />
    </>
  );
}

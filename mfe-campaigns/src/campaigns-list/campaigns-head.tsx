import { Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '@skein/mfe/access';
import { useActions } from '@skein/mfe/actions';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Button } from '@skein/ui/button';
import { PageHeader } from '@skein/ui/page-header';
import { Tabs } from '@skein/ui/tabs';
import { OpeningPart } from '@skein/ui/typed-ahead';
import { useFolders } from '../folders/folders.hooks';

// Forms come with their own library: not before somebody names a folder.
const NameFolderDialog = lazyPage(() =>
  import('../folders/name-folder-dialog').then((module) => module.NameFolderDialog),
);

export const newCampaignAddress = (folderId?: number) =>
  `/app/email-campaign/new-campaign${folderId === undefined ? '' : `?folder=${folderId}`}`;

/** Every campaign is in one folder or in none. */
const campaignsOf = (folders: readonly { campaign_count: number }[], withoutFolder: number) =>
  folders.reduce((sum, folder) => sum + folder.campaign_count, withoutFolder);

/** Title, the two tabs with their counts, and what can be made here. */
export function CampaignsHead({
  tab,
  title = 'Email campaigns',
  folderId,
}: {
  tab: 'all' | 'folders';
  title?: string;
  folderId?: number;
}) {
  const access = useAccess();
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  const { folders, withoutFolder } = useFolders();
  const writes = access.may('campaign.write');
  // Folders are the workspace's: a client of an agency makes none.
  const sorts = access.may('shared.write');
  const actions = useMemo(
    () =>
      writes
        ? [
            {
              id: 'campaigns.new',
              label: 'New campaign',
              group: 'Campaigns',
              keys: 'n c',
              icon: 'plus',
              run: () => navigate(newCampaignAddress(folderId).replace(/^\/app/, '')),
            },
            ...(sorts
              ? [
                  {
                    id: 'campaigns.new-folder',
                    label: 'New folder',
                    group: 'Campaigns',
                    icon: 'folder' as const,
                    run: () => setNaming(true),
                  },
                ]
              : []),
          ]
        : [],
    [writes, sorts, navigate, folderId],
  );
  useActions(actions);
  const closed = writes ? {} : { disabledReason: 'Your role can view, not edit' };
  return (
    <>
      <PageHeader
        title={title}
        tabs={
          <Tabs
            label="Email campaigns"
            line={false}
            value={tab}
            items={[
              {
                id: 'all',
                label: 'All',
                ...(folders ? { count: campaignsOf(folders, withoutFolder).toLocaleString('en-US') } : {}),
                href: '/app/email-campaign/all',
              },
              {
                id: 'folders',
                label: 'Folders',
                ...(folders ? { count: folders.length.toLocaleString('en-US') } : {}),
                href: '/app/email-campaign/folders',
              },
            ]}
          />
        }
        actions={
          <>
            {(sorts || !writes) && (
              <Button icon="folder" onClick={() => setNaming(true)} {...closed}>
                New folder
              </Button>
            )}
            <Button variant="primary" icon="plus" {...(writes ? { href: newCampaignAddress(folderId) } : closed)}>
              New campaign
            </Button>
          </>
        }
      />
      {naming && (
        <Suspense fallback={<OpeningPart />}>
          <NameFolderDialog onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  );
}

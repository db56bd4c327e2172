import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SavedView, ViewList } from '@skein/contracts/main/list-views.contract';
import { Button } from '@skein/ui/button';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { toasts } from '@skein/ui/toast-store';
import { OpeningPart } from '@skein/ui/typed-ahead';
import { lazyPage } from '../lazy-page';
import { problemOf } from '../problem';
import { useSessionUser } from '../session';
import { useChangeViewMutation, useDeleteViewMutation, useListViewsQuery } from './list-views-api';
import { viewAddress } from './view-address';

// Not before somebody deletes or names a view; forms come with their own library.
const ConfirmDialog = lazyPage(() => import('@skein/ui/confirm-dialog').then((module) => module.ConfirmDialog));
const NameViewDialog = lazyPage(() => import('./name-view-dialog').then((module) => module.NameViewDialog));

/**
 * The views of a list: a menu that opens one, keeps the present filters under a name, renames, points anew and deletes.
 * A view is an address: search, filters and sort as they stand behind the question mark.
 */
export function SavedViews({ list }: { list: ViewList }) {
  const { data } = useListViewsQuery();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const user = useSessionUser();
  const [change] = useChangeViewMutation();
  const [remove] = useDeleteViewMutation();
  const [naming, setNaming] = useState<'new' | SavedView | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);

  const here = viewAddress(search);
  const views = (data?.views ?? []).filter((view) => view.list === list);
  const open = views.find((view) => view.address === here);
  const most = data?.most_views ?? null;
  const full = most !== null && (data?.views.length ?? 0) >= most;
  const mayKeep = !user?.isClient || user.client_permissions?.permission.includes('full_access') === true;
  const update = async (view: SavedView) => {
    try {
      await change({ params: { viewId: view.id }, body: { address: here } }).unwrap();
      toasts.show({ title: `${view.name} updated` });
    } catch (error) {
      toasts.show({ title: problemOf(error).message, tone: 'danger' });
    }
  };

  const entries: MenuEntry[] = [
    ...views.map((view): MenuEntry => ({
      label: view.name,
      icon: view === open ? 'check' : 'filter',
      onSelect: () => navigate({ pathname, search: view.address }),
    })),
    ...(views.length > 0 ? [{ kind: 'separator' } as const] : []),
    {
      label: 'Save this view',
      icon: 'plus',
      disabled: full || !mayKeep || open !== undefined,
      onSelect: () => setNaming('new'),
      ...(full
        ? { detail: `Your plan includes ${most} views` }
        : !mayKeep
          ? { detail: 'Needs full access' }
          : open
            ? { detail: `Saved as ${open.name}` }
            : {}),
    },
    ...(views.length > 0
      ? [
          {
            kind: 'submenu',
            label: 'Update a view to this',
            icon: 'refresh',
            entries: views.map((view) => ({
              label: view.name,
              disabled: view === open,
              onSelect: () => void update(view),
            })),
          } as const,
          {
            kind: 'submenu',
            label: 'Rename',
            icon: 'edit',
            entries: views.map((view) => ({ label: view.name, onSelect: () => setNaming(view) })),
          } as const,
          {
            kind: 'submenu',
            label: 'Delete',
            icon: 'trash',
            entries: views.map((view) => ({ label: view.name, onSelect: () => setDeleting(view) })),
          } as const,
        ]
      : []),
  ];
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size="small" icon="filter" iconEnd="chevron-down">
            {open?.name ?? 'Views'}
          </Button>
        }
        entries={entries}
      />
      {naming && (
        <Suspense fallback={<OpeningPart />}>
          <NameViewDialog
            list={list}
            address={here}
            {...(naming === 'new' ? {} : { view: naming })}
            onClose={() => setNaming(null)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense fallback={<OpeningPart />}>
          <ConfirmDialog
            open
            onOpenChange={() => setDeleting(null)}
            title={`Delete the view ${deleting.name}?`}
            confirmLabel="Delete view"
            description="The list and its contents stay."
            onConfirm={async () => {
              await remove({ params: { viewId: deleting.id } })
                .unwrap()
                .catch((error: unknown) => {
                  throw new Error(problemOf(error).message);
                });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

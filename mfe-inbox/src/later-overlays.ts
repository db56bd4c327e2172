import { lazyPage } from '@skein/mfe/lazy-page';
import type { ConfirmDialogProps } from '@skein/ui/confirm-dialog';
import type { DrawerProps } from '@skein/ui/drawer';

// Dialogs and drawers bring the code of everything that floats (38 kB): the list and the thread come without it.
export const LaterDrawer = lazyPage<DrawerProps>(() => import('@skein/ui/drawer').then((module) => module.Drawer));
export const LaterConfirmDialog = lazyPage<ConfirmDialogProps>(() =>
  import('@skein/ui/confirm-dialog').then((module) => module.ConfirmDialog),
);

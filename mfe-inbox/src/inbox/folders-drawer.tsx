import type { ReactNode } from 'react';
import { LaterDrawer } from '../later-overlays';
import { Later } from '../thread/later';

/** The folders where they have no pane of their own; a link that is followed closes them. */
export function FoldersDrawer({
  onOpenChange,
  children,
}: {
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Later height={0} part="Folders">
      <LaterDrawer open onOpenChange={onOpenChange} title="Folders" side="left" width={280}>
        <div
          role="presentation"
          onClick={(event) => {
            if ((event.target as HTMLElement).closest('a')) onOpenChange(false);
          }}
        >
          {children}
        </div>
      </LaterDrawer>
    </Later>
  );
}

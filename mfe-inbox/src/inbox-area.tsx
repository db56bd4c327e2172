import { Route, Routes } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { keeping, KeptAddress } from '@skein/mfe/lists/kept-address';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { keepAddress } from './inbox/inbox-address';
import { InboxPage } from './inbox/inbox.page';
import { useUndoAfterReload } from './recent/use-undo-after-reload';

const Untracked = lazyPage(() => import('./untracked/untracked.page').then((module) => module.UntrackedPage));
const Recent = lazyPage(() => import('./recent/recent.page').then((module) => module.RecentPage));

const keepUntracked = keeping('state');

/**
 * Every address of this area: `/master-inbox`, `/master-inbox/<folder>`, `/master-inbox/<folder>/<conversation>`, the untracked
 * replies and the recent changes. Filters stand in the query (`inbox/inbox-address.ts`).
 */
export function InboxArea() {
  useUndoAfterReload();
  return (
    <Routes>
      <Route
        path="/master-inbox/untracked/:replyId?"
        element={
          <KeptAddress list="untracked-view" keep={keepUntracked} path="/master-inbox/untracked">
            <Untracked />
          </KeptAddress>
        }
      />
      <Route path="/master-inbox/recent-changes" element={<Recent />} />
      <Route
        path="/master-inbox/:folder?/:conversation?"
        element={
          <KeptAddress list="master-inbox" keep={keepAddress} path="/master-inbox">
            <InboxPage />
          </KeptAddress>
        }
      />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

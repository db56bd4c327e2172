import { Route, Routes } from 'react-router-dom';
import { ComingPage } from '@skein/mfe/coming-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area) and takes the place of its ComingPage here. The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function InboxArea() {
  return (
    <Routes>
      <Route path="/master-inbox/*" element={<ComingPage title="Master inbox">Replies of all campaigns in one place: read, answer, categorise, schedule.</ComingPage>} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

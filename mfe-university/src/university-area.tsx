import { Navigate, Route, Routes } from 'react-router-dom';
import { ComingPage } from '@skein/mfe/coming-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';

/**
 * Every address of this area. A page stands in `src/<feature>/<name>.page.tsx` (with `.hooks.ts` beside it, and one `api.ts` for
 * the area) and takes the place of its ComingPage here. The page an area opens with is imported statically, the others by
 * `lazyPage` of `@skein/mfe/lazy-page`. Addresses are written without `/app`, literal ones before those with parameters.
 */
export function UniversityArea() {
  return (
    <Routes>
      <Route path="/university" element={<Navigate to="/university/menu" replace />} />
      <Route
        path="/university/menu"
        element={<ComingPage title="University">Courses, guides and recordings about cold outreach.</ComingPage>}
      />
      <Route
        path="/university/categories/*"
        element={<ComingPage title="Categories">Everything to read and watch, by subject.</ComingPage>}
      />
      <Route path="/university/courses/*" element={<ComingPage title="Courses">Three courses in video.</ComingPage>} />
      <Route
        path="/university/category-item/*"
        element={<ComingPage title="Guide">One guide, recording or e-book.</ComingPage>}
      />
      <Route
        path="/university/course-item/*"
        element={<ComingPage title="Lesson">One lesson of a course.</ComingPage>}
      />
      <Route path="/events" element={<ComingPage title="Events">Office hours and webinars.</ComingPage>} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

import { Route, Routes } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { Guarded } from '@skein/mfe/no-access-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { Redirect } from '@skein/mfe/redirect';
import { ListPage } from './library/list.page';
import { MenuPage } from './library/menu.page';

const Item = lazyPage(() => import('./item/item.page').then((module) => module.ItemPage));
const Events = lazyPage(() => import('./events/events.page').then((module) => module.EventsPage));

/**
 * Every address of this area. The page an area opens with is imported statically, the others by `lazyPage`. Addresses are written
 * without `/app`, literal ones before those with parameters.
 */
export function UniversityArea() {
  return (
    // Agencies' clients know nothing of Skein, and its library speaks of it.
    <Guarded title="University" requires={{ hiddenForClients: true }} otherwise="/home">
      <Routes>
        <Route path="/university" element={<Redirect to="/university/menu" />} />
        <Route path="/university/menu" element={<MenuPage />} />
        <Route path="/university/categories/:slug?" element={<ListPage of="category" />} />
        <Route path="/university/courses/:slug?" element={<ListPage of="course" />} />
        <Route path="/university/category-item/:slug" element={<Item />} />
        <Route path="/university/course-item/:slug" element={<Item />} />
        <Route path="/university/category-item" element={<Redirect to="/university/categories" />} />
        <Route path="/university/course-item" element={<Redirect to="/university/courses" />} />
        <Route path="/events" element={<Events />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Guarded>
  );
}

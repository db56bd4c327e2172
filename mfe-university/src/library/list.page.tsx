import { useParams } from 'react-router-dom';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Card } from '@skein/ui/card';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { ItemList } from './item-list';
import { LibraryFrame } from './library-frame';
import { useLibrary } from './library.hooks';
import { LibraryContent } from './menu.page';

/** One course or category with its items; without a name the first one. */
export function ListPage({ of }: { of: 'course' | 'category' }) {
  const { slug } = useParams();
  const library = useLibrary();
  const shelves = of === 'course' ? library.courses : library.categories;
  const shelf = slug === undefined ? shelves[0] : shelves.find((one) => one.slug === slug);
  usePage([{ label: 'University', to: '/app/university/menu' }, { label: shelf?.title ?? '' }]);
  if (!shelf && !library.isLoading && !library.problem) return <NotFoundPage />;
  const items = shelf
    ? library.items.filter((item) =>
        of === 'course' ? item.course === shelf.slug : item.categories.includes(shelf.slug),
      )
    : [];
  return (
    <>
      <PageHeader title={shelf?.title ?? 'University'} detail={shelf && 'description' in shelf && shelf.description} />
      <LibraryFrame library={library} folded>
        <PageBody $well>
          <LibraryContent library={library}>
            <Card title={of === 'course' ? 'Lessons' : 'Items'} detail={items.length} padded={false}>
              <ItemList items={items.map((item) => ({ item }))} />
            </Card>
          </LibraryContent>
        </PageBody>
      </LibraryFrame>
    </>
  );
}

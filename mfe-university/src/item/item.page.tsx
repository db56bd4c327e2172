import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import type { ItemDetail } from '@skein/contracts/university/library';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Row } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { addressOf } from '../library/course-progress';
import { ItemList, kindText } from '../library/item-list';
import { LibraryFrame } from '../library/library-frame';
import { LibraryContent } from '../library/menu.page';
import { Blocks } from './blocks';
import { useItem, type OpenItem } from './item.hooks';

/** One lesson, guide or ebook, with its course below it. */
export function ItemPage() {
  const open = useItem();
  const { item, library } = open;
  const shelf = open.course;
  usePage([
    { label: 'University', to: '/app/university/menu' },
    ...(shelf ? [{ label: shelf.title, to: `/app/university/courses/${shelf.slug}` }] : []),
    { label: item?.title ?? '' },
  ]);
  if (open.isMissing) return <NotFoundPage />;
  return (
    <>
      <PageHeader
        title={item?.title ?? 'University'}
        detail={item && detailOf(item)}
        actions={<ItemActions open={open} />}
      />
      <LibraryFrame library={library} folded>
        <PageBody>
          {library.isSearching ? <LibraryContent library={library}>{null}</LibraryContent> : <ItemText open={open} />}
        </PageBody>
      </LibraryFrame>
    </>
  );
}

const detailOf = (item: ItemDetail): string =>
  [kindText(item), item.authors.length > 0 ? `by ${item.authors.join(', ')}` : ''].filter(Boolean).join(' · ');

function ItemActions({ open }: { open: OpenItem }) {
  const { item } = open;
  if (!item) return null;
  return (
    <>
      <Button icon="star" variant="ghost" aria-pressed={item.is_saved} onClick={open.toggleSaved}>
        {item.is_saved ? 'Saved' : 'Save'}
      </Button>
      <Button icon="check" aria-pressed={item.state === 'DONE'} loading={open.isSaving} onClick={open.toggleDone}>
        {item.state === 'DONE' ? 'Done' : 'Mark as done'}
      </Button>
    </>
  );
}

function ItemText({ open }: { open: OpenItem }) {
  const { item, problem, course, next } = open;
  if (problem)
    return (
      <Callout
        tone="danger"
        role="alert"
        title="This item could not be loaded."
        actions={
          <Button size="small" icon="refresh" onClick={problem.onRetry}>
            Try again
          </Button>
        }
      >
        {problem.message}
      </Callout>
    );
  if (!item)
    return (
      <Loading label="Loading the text">
        <SkeletonLines lines={12} />
      </Loading>
    );
  const lessons = (course?.items ?? []).flatMap((slug) => open.library.bySlug.get(slug) ?? []);
  return (
    <>
      <Blocks blocks={item.blocks} />
      <Row $wrap>
        {item.content_url && (
          <Button href={item.content_url} icon="play">
            Watch the recording
          </Button>
        )}
        {item.helps && (
          <Button href={item.helps} iconEnd="arrow-right">
            Try it now
          </Button>
        )}
        {next && (
          <Button href={addressOf(next)} variant="primary" iconEnd="arrow-right">
            {`Next: ${next.title}`}
          </Button>
        )}
      </Row>
      {course && (
        <Card title={course.title} detail={`${course.progress.done} of ${course.progress.total} done`} padded={false}>
          <ItemList items={lessons.map((lesson) => ({ item: lesson }))} />
        </Card>
      )}
    </>
  );
}

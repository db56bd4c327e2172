import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import type { ItemDetail } from '@skein/contracts/university/library';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Row } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { kindText } from '../library/item-list';
import { LibraryFrame } from '../library/library-frame';
import { LibraryContent } from '../library/menu.page';
import { styled } from 'styled-components';
import { Blocks } from './blocks';
import { CoursePanel } from './course-panel';
import { useItem, type OpenItem } from './item.hooks';
import { VideoPlayer } from './video-player';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 288px;
  gap: var(--s-8);
  align-items: start;
  &[data-alone] {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 1200px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Main = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s-5);
  min-width: 0;
  max-width: 720px;
`;

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
      {open.listen.isOffered && (
        <Button
          icon={open.listen.isListening ? 'pause' : 'volume'}
          variant="ghost"
          onClick={open.listen.isListening ? open.listen.stop : open.listen.start}
        >
          {open.listen.isListening ? 'Stop listening' : 'Listen'}
        </Button>
      )}
      <Button icon="print" variant="ghost" onClick={() => window.print()}>
        Print
      </Button>
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
    <Columns data-alone={course ? undefined : ''}>
      <Main>
        {item.video && (
          <VideoPlayer
            key={item.slug}
            slug={item.slug}
            title={item.title}
            video={item.video}
            onEnd={() => item.state !== 'DONE' && open.toggleDone()}
          />
        )}
        <Blocks title={item.title} blocks={item.blocks} reading={open.listen.at} />
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
        </Row>
      </Main>
      {course && <CoursePanel course={course} lessons={lessons} slug={item.slug} next={next} />}
    </Columns>
  );
}

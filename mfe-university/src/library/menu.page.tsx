import { usePage } from '@skein/mfe/page';
import { useAppSelector } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { EmptyState } from '@skein/ui/empty-state';
import { Grid, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Progress } from '@skein/ui/progress';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { SubLine, Text } from '@skein/ui/text';
import { addressOf, minutesLeftText } from './course-progress';
import { ItemList } from './item-list';
import { LibraryFrame } from './library-frame';
import { useLibrary, type Library } from './library.hooks';

/** The university's first page: courses to go on with, what was saved, and everything else. */
export function MenuPage() {
  usePage([{ label: 'University' }]);
  const library = useLibrary();
  return (
    <>
      <PageHeader title="University" detail="Cold email, done well" />
      <LibraryFrame library={library}>
        <PageBody $well>
          <LibraryContent library={library}>
            {library.items.length === 0 ? (
              <EmptyState icon="book" title="The library is empty">
                Guides and courses appear here as soon as this installation has some.
              </EmptyState>
            ) : (
              <>
                <LastOpened library={library} />
                <Courses library={library} />
                <Others library={library} />
              </>
            )}
          </LibraryContent>
        </PageBody>
      </LibraryFrame>
    </>
  );
}

/** Loading, failure and search results are the same on every page of the library. */
export function LibraryContent({ library, children }: { library: Library; children: React.ReactNode }) {
  if (library.problem)
    return (
      <Callout
        tone="danger"
        role="alert"
        title="The library could not be loaded."
        actions={
          <Button size="small" icon="refresh" onClick={library.problem.onRetry}>
            Try again
          </Button>
        }
      >
        {library.problem.message}
      </Callout>
    );
  if (library.isLoading)
    return (
      <Loading label="Loading the library">
        <SkeletonRows rows={8} />
      </Loading>
    );
  if (!library.isSearching) return children;
  if (!library.results)
    return (
      <Loading label="Searching">
        <SkeletonRows rows={3} />
      </Loading>
    );
  if (library.results.length === 0)
    return (
      <EmptyState icon="search" title={`Nothing found for “${library.search.trim()}”`}>
        Try fewer or shorter words.
      </EmptyState>
    );
  return (
    <Card title="Results" detail={library.results.length} padded={false}>
      <ItemList items={library.results} />
    </Card>
  );
}

/** Leads back to the item that was opened last, until it is done. */
function LastOpened({ library }: { library: Library }) {
  const lastItem = useAppSelector((state) => state.university.lastItem);
  const item = lastItem === null ? undefined : library.bySlug.get(lastItem);
  if (!item || item.state === 'DONE') return null;
  return (
    <Text $tone="secondary" $size={2}>
      Last opened: <Link href={addressOf(item)}>{item.title}</Link>
    </Text>
  );
}

function Courses({ library }: { library: Library }) {
  return (
    <Grid $min={260}>
      {library.courses.map(({ slug, title, description, progress }) => (
        <Card key={slug} title={title} padded={false} style={{ display: 'flex', flexDirection: 'column' }}>
          <CardBody style={{ flex: 1 }}>
            <Stack $gap={3} style={{ height: '100%' }}>
              <SubLine style={{ whiteSpace: 'normal', flex: 1 }}>{description}</SubLine>
              <Progress
                label={`${title}: ${progress.done} of ${progress.total} done`}
                value={progress.done}
                max={Math.max(1, progress.total)}
                start={`${progress.done} of ${progress.total} done`}
                end={progress.next ? minutesLeftText(progress.minutesLeft) : 'Finished'}
              />
              {progress.next ? (
                <Button href={addressOf(progress.next)} variant={progress.done > 0 ? 'primary' : 'default'}>
                  {progress.done > 0 ? 'Continue' : 'Start'}
                </Button>
              ) : (
                <Button href={`/app/university/courses/${slug}`}>Review course</Button>
              )}
            </Stack>
          </CardBody>
        </Card>
      ))}
    </Grid>
  );
}

function Others({ library }: { library: Library }) {
  const saved = library.items.filter((item) => item.is_saved);
  const others = library.items.filter((item) => item.course === null);
  return (
    <>
      {saved.length > 0 && (
        <Card title="Saved" detail={saved.length} padded={false}>
          <ItemList items={saved.map((item) => ({ item }))} />
        </Card>
      )}
      <Card title="Guides" detail={others.length} padded={false}>
        <ItemList items={others.map((item) => ({ item }))} />
      </Card>
    </>
  );
}

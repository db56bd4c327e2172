import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { Icon, type IconName } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { SearchInput } from '@skein/ui/text-input';
import { Count, SubLine } from '@skein/ui/text';
import { minutesLeftText } from './course-progress';
import type { Library } from './library.hooks';

const Frame = styled.div`
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: 256px minmax(0, 1fr);
  @media (max-width: 960px) {
    display: block;
    overflow: auto;
  }
`;

const Side = styled.nav`
  display: flex;
  flex-direction: column;
  gap: var(--s-1);
  padding: var(--s-3);
  overflow: auto;
  background: var(--surface-2);
  border-right: 1px solid var(--border);
  & > h2 {
    margin: var(--s-4) var(--s-2) var(--s-1);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-weight: var(--w-medium);
    color: var(--muted);
  }
  @media (max-width: 960px) {
    border-right: 0;
    border-bottom: 1px solid var(--border);
    &[data-folded] > :not([role='search']) {
      display: none;
    }
  }
`;

const Entry = styled(BareLink)`
  display: flex;
  align-items: flex-start;
  gap: var(--s-2);
  min-height: 32px;
  padding: 6px var(--s-2);
  border-radius: var(--r-2);
  color: var(--text);
  font-weight: var(--w-medium);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--muted);
  }
  & > span:nth-of-type(1) {
    flex: 1;
    min-width: 0;
  }
  &:hover {
    background: var(--surface-3);
  }
  &[aria-current='page'] {
    background: var(--surface-3);
  }
`;

/** Icons that a content file can name. */
const icons: Record<string, IconName> = {
  monitor: 'desktop',
  pencil: 'edit',
  code: 'braces',
};
const iconOf = (name: string): IconName => icons[name] ?? (name as IconName);

interface LibraryFrameProps {
  library: Library;
  /** Hides courses and categories on narrow screens, where the content comes first. */
  folded?: boolean;
  children: ReactNode;
}

/** Search, courses and categories on the left, the chosen page beside them. */
export function LibraryFrame({ library, folded = false, children }: LibraryFrameProps) {
  const { pathname } = useLocation();
  const current = (to: string) => (`/app${pathname}`.startsWith(to) ? 'page' : undefined);
  return (
    <Frame>
      <Side aria-label="University" data-folded={folded || undefined}>
        <div role="search">
          <SearchInput
            aria-label="Search the university"
            placeholder={`Search ${library.items.length} items`}
            value={library.search}
            onChange={(event) => library.setSearch(event.target.value)}
            onClear={() => library.setSearch('')}
          />
        </div>
        <h2>Courses</h2>
        {library.courses.map((course) => (
          <Entry
            key={course.slug}
            href={`/app/university/courses/${course.slug}`}
            aria-current={current(`/app/university/courses/${course.slug}`)}
          >
            <Icon name={course.progress.next ? iconOf(course.icon_name) : 'check'} />
            <span>
              {course.title}
              <SubLine>
                {course.progress.done} of {course.progress.total}
                {course.progress.next ? `, ${minutesLeftText(course.progress.minutesLeft)}` : ', done'}
              </SubLine>
            </span>
          </Entry>
        ))}
        <h2>Categories</h2>
        {library.categories.map((category) => (
          <Entry
            key={category.slug}
            href={`/app/university/categories/${category.slug}`}
            aria-current={current(`/app/university/categories/${category.slug}`)}
          >
            <Icon name={iconOf(category.icon_name)} />
            <span>{category.title}</span>
            <Count>{category.items}</Count>
          </Entry>
        ))}
      </Side>
      {children}
    </Frame>
  );
}

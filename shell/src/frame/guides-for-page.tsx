import { matchPath, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ItemSummary } from '@skein/contracts/university/library';
import { Icon } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import { closeOverlay } from './overlays-state';
import { useLibrary } from './use-library';

/** Guides shown for one page. */
const most = 4;

const Guides = styled.section`
  margin-bottom: var(--s-5);
  & h3 {
    margin-bottom: var(--s-1);
    font-size: var(--fs-1);
    line-height: var(--lh-1);
    color: var(--muted);
    font-weight: var(--w-medium);
  }
  & a {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    padding: var(--s-2);
    margin-inline: calc(-1 * var(--s-2));
    border-radius: var(--r-2);
    color: var(--text);
    font-weight: var(--w-medium);
  }
  & a:hover {
    background: var(--surface-2);
  }
  & a > svg {
    color: var(--muted);
  }
`;

/** Items of the library that help on a page: those of this very page before those of its area. Pure. */
export function guidesFor(items: readonly ItemSummary[], address: string): ItemSummary[] {
  const closeness = ({ screens }: ItemSummary) =>
    Math.max(-1, ...screens.filter((pattern) => matchPath(pattern, address)).map((pattern) => pattern.length));
  return items
    .map((item) => ({ item, close: closeness(item) }))
    .filter(({ close }) => close >= 0)
    .sort((one, other) => other.close - one.close)
    .slice(0, most)
    .map(({ item }) => item);
}

/** What the university says about the page that is open. Nothing is shown where it says nothing. */
export function GuidesForPage() {
  const { pathname } = useLocation();
  const guides = guidesFor(useLibrary(), pathname.startsWith('/app') ? pathname : `/app${pathname}`);
  if (guides.length === 0) return null;
  return (
    <Guides aria-label="Guides for this page">
      <h3>Guides for this page</h3>
      {guides.map((guide) => (
        <BareLink
          key={guide.slug}
          href={`/app/university/${guide.course ? 'course-item' : 'category-item'}/${guide.slug}`}
          onClick={closeOverlay}
        >
          <Icon name={guide.type === 'Video' || guide.type === 'Vimeo' ? 'play' : 'file'} />
          <span>
            {guide.title}
            <SubLine style={{ whiteSpace: 'normal' }}>{guide.summary}</SubLine>
          </span>
        </BareLink>
      ))}
    </Guides>
  );
}

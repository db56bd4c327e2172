import { styled } from 'styled-components';
import type { ItemSummary } from '@skein/contracts/university/library';
import { Badge } from '@skein/ui/badge';
import { Icon, type IconName } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import { addressOf } from './course-progress';

const List = styled.ul`
  & > li + li {
    border-top: 1px solid var(--border);
  }
`;

const Entry = styled(BareLink)`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  padding: var(--s-3) var(--s-4);
  color: var(--text);
  font-weight: var(--w-medium);
  & > svg {
    flex: none;
    color: var(--muted);
  }
  & > span:first-of-type {
    flex: 1;
    min-width: 0;
  }
  & small {
    white-space: normal;
  }
  &:hover {
    background: var(--surface-2);
  }
`;

const icons: Record<ItemSummary['type'], IconName> = { Vimeo: 'play', Video: 'play', Ebook: 'book', Guide: 'file' };

const typeWords: Record<ItemSummary['type'], string> = {
  Vimeo: 'Video',
  Video: 'Video',
  Ebook: 'Ebook',
  Guide: 'Guide',
};

/** "Guide, 6 min", "Ebook, 6 pages". */
export const kindText = (item: Pick<ItemSummary, 'type' | 'duration' | 'page_count'>): string =>
  `${typeWords[item.type]}, ${item.page_count ? `${item.page_count} pages` : item.duration}`;

/** Items below each other: what each is about, how long it takes, and how far somebody is. */
export function ItemList({ items }: { items: readonly { item: ItemSummary; excerpt?: string }[] }) {
  return (
    <List>
      {items.map(({ item, excerpt }) => (
        <li key={item.slug}>
          <Entry href={addressOf(item)}>
            <Icon name={item.state === 'DONE' ? 'check' : icons[item.type]} />
            <span>
              {item.title}
              <SubLine style={{ whiteSpace: 'normal' }}>{excerpt ?? item.summary}</SubLine>
            </span>
            {item.is_saved && <Icon name="star" title="Saved" />}
            {item.state === 'STARTED' && <Badge tone="info">Started</Badge>}
            {item.state === 'DONE' && <Badge tone="success">Done</Badge>}
            <SubLine as="span">{kindText(item)}</SubLine>
          </Entry>
        </li>
      ))}
    </List>
  );
}

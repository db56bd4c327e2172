import { memo } from 'react';
import { slaHours, type InboxFolder } from '@skein/contracts/main/inbox-choices';
import { categoryLook } from '@skein/ui/category-badge';
import { Glyph, Icon, type GlyphName, type IconName } from '@skein/ui/icon';
import { BareLink } from '@skein/ui/link';
import { styled } from 'styled-components';
import { useCategories } from '../use-categories';
import { emptyAddress, recentAddress, root, untrackedFolder, writeAddress } from './inbox-address';
import type { Inbox } from './inbox.hooks';

const folders: readonly { id: InboxFolder | typeof untrackedFolder; label: string; icon: IconName }[] = [
  { id: 'replies', label: 'Replies', icon: 'inbox' },
  { id: 'unread', label: 'Unread', icon: 'mail' },
  { id: 'assigned_to_me', label: 'Assigned to me', icon: 'user' },
  { id: 'important', label: 'Important', icon: 'star' },
  { id: 'snoozed', label: 'Snoozed', icon: 'moon' },
  { id: 'reminders', label: 'Reminders', icon: 'clock' },
  { id: 'scheduled', label: 'Scheduled', icon: 'send' },
  { id: 'sent', label: 'Sent', icon: 'reply' },
  { id: untrackedFolder, label: 'Untracked', icon: 'help' },
  { id: 'archived', label: 'Archived', icon: 'archive' },
];

export const folderName = (id: string): string =>
  folders.find((folder) => folder.id === id)?.label ?? 'All conversations';

const Box = styled.nav`
  background: var(--surface-2);
  padding: var(--s-2);
  min-height: 100%;
  & h2 {
    font-size: var(--fs-1);
    line-height: var(--lh-1);
    color: var(--muted);
    font-weight: var(--w-medium);
    padding: var(--s-4) var(--s-2) var(--s-1);
  }
  & a {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    height: 28px;
    padding: 0 var(--s-2);
    border-radius: var(--r-2);
    color: var(--text-2);
  }
  & a > svg {
    color: var(--muted);
  }
  & a > svg[data-glyph] {
    color: var(--c);
    margin: 0 2px;
  }
  & a > span:first-of-type {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & a > span:last-child {
    margin-left: auto;
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
    font-variant-numeric: tabular-nums;
  }
  & a:hover {
    background: var(--surface-3);
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  & a[aria-current] {
    background: color-mix(in oklab, var(--text) 7%, transparent);
    color: var(--text);
    font-weight: var(--w-medium);
  }
  & a[aria-current] > span:last-child {
    color: var(--text-2);
  }
  @media (max-width: 720px) {
    & a {
      height: 40px;
    }
  }
`;

/** Made once: making one for each number took longer than drawing the pane. */
const numbers = new Intl.NumberFormat('en-US');
const count = (value: number | undefined) => <span>{value ? numbers.format(value) : ''}</span>;

/** Folders and categories with their numbers; a press on j or k does not draw them again. */
export const ViewsPane = memo(function ViewsPane({
  counts,
  folder,
  categories: chosen,
  waiting,
}: {
  counts: Inbox['counts'];
  folder: string;
  categories: readonly number[];
  /** Hours, when only replies that wait longer for an answer are shown. */
  waiting: number | null;
}) {
  const { categories } = useCategories();
  const only = folder === 'replies' && chosen.length === 1 ? chosen[0] : undefined;
  const numberOf = (id: number | null) => counts?.categories.find((entry) => entry.category_id === id)?.count;
  const shown = categories.filter(({ id }) => id <= 7 || numberOf(id) !== undefined);
  return (
    <Box aria-label="Folders">
      <ul>
        {folders.map(({ id, label, icon }) => (
          <li key={id}>
            <BareLink
              href={id === untrackedFolder ? `${root}/untracked` : writeAddress({ ...emptyAddress, folder: id })}
              {...(folder === id && only === undefined && waiting === null ? { 'aria-current': 'page' as const } : {})}
            >
              <Icon name={icon} />
              <span>{label}</span>
              {count(id === 'sent' || id === 'archived' ? undefined : counts?.folders[id])}
            </BareLink>
          </li>
        ))}
        <li>
          <BareLink href={recentAddress}>
            <Icon name="undo" />
            <span>Recent changes</span>
            <span />
          </BareLink>
        </li>
      </ul>
      <h2>Needs an answer</h2>
      <ul>
        {slaHours.map((hours) => (
          <li key={hours}>
            <BareLink
              href={writeAddress({ ...emptyAddress, waiting: hours })}
              {...(waiting === hours ? { 'aria-current': 'page' as const } : {})}
            >
              <Icon name="clock" />
              <span>{hours === 1 ? 'Over 1 hour' : `Over ${hours} hours`}</span>
              {count(counts?.folders[`waiting_${hours}`])}
            </BareLink>
          </li>
        ))}
      </ul>
      <h2>Categories</h2>
      <ul>
        {[...shown, { id: -1, name: 'Not assigned' }].map(({ id, name }) => {
          const look = categoryLook(id === -1 ? null : id);
          return (
            <li key={id}>
              <BareLink
                href={writeAddress({ ...emptyAddress, categories: [id] })}
                {...(only === id ? { 'aria-current': 'page' as const } : {})}
              >
                <Glyph name={`cat-${look.shape}` as GlyphName} style={{ ['--c' as never]: `var(--cat-${look.hue})` }} />
                <span>{name}</span>
                {count(numberOf(id === -1 ? null : id))}
              </BareLink>
            </li>
          );
        })}
      </ul>
    </Box>
  );
});

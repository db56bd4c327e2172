import type { CSSProperties, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './button';
import type { IconName } from './icon';
import { IconButton } from './icon-button';
import { Menu, type MenuEntry } from './menu';
import { endsAboveMessages } from './messages-above';
import { Standing } from './page-standing';
import { useMedia } from './use-media';

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3) var(--s-6);
  flex: none;
  min-height: 52px;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  min-width: 0;
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
    gap: 0 var(--s-4);
    flex-wrap: wrap;
  }
`;

const Title = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-3);
  min-width: 0;
  & > h1 {
    font-size: var(--fs-5);
    line-height: var(--lh-5);
    font-weight: var(--w-bold);
    letter-spacing: -0.01em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A long title leaves its tabs half of the head. */
  &:has(+ [data-tabs]) {
    max-width: 50%;
  }
  /* Between a phone and 1200 px a title keeps the room of some fifteen letters, whatever stands behind it; its box ends where its words do. */
  @media (min-width: 720.02px) and (max-width: 1199.98px) {
    min-width: calc(var(--title-room) + var(--status-room));
  }
  /* The status keeps its words; a long title and the detail give way. */
  & > :not(h1, small) {
    flex: none;
  }
  & > small {
    flex-shrink: 4;
    font-size: var(--fs-2);
    color: var(--muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* On a phone the title is read whole: it wraps beside the actions, its status goes below it, and actions that leave it too little room go below both. */
  @media (max-width: 720px) {
    flex: 1000 1 37%;
    flex-wrap: wrap;
    align-content: center;
    gap: 0 var(--s-3);
    min-width: min-content;
    &,
    &:has(+ [data-tabs]) {
      max-width: 100%;
    }
    min-height: 44px;
    padding: var(--s-1) 0;
    & > h1 {
      max-width: 100%;
      white-space: normal;
      overflow-wrap: break-word;
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
    }
    & > small {
      display: none;
    }
  }
`;

/** Gives way before the title does: tabs scroll, a title would be cut. */
const TabSlot = styled.div`
  align-self: stretch;
  display: flex;
  align-items: flex-end;
  flex-shrink: 1000;
  min-width: 0;
  /* As high as the head, so that their words stand on the title's line. */
  && > * {
    --tab-height: 52px;
  }
  @media (max-width: 720px) {
    order: 3;
    flex-basis: 100%;
    overflow-x: auto;
    && > * {
      --tab-height: 40px;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  margin-left: auto;
  flex: none;
  padding: var(--s-2) 0;
  /* A phone has little room beside the title: actions next to the primary one keep their icon, and their name for screen readers. */
  @media (max-width: 720px) {
    /* Grows only in a line of its own: beside the title, the title takes what is left. */
    flex: 1 1 auto;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: var(--s-1);
    /* First, so that it is in sight however many there are. */
    & > [data-look='primary'] {
      order: -1;
      flex: 1 0 auto;
    }
    & > [aria-haspopup='menu'] {
      order: 1;
    }
    & > [data-look]:not([data-look='primary']):has(> svg:first-child) {
      min-width: 40px;
      padding: 0 var(--s-2);
      gap: 0;
      font-size: 0;
    }
  }
`;

const Detail = styled.small`
  flex-shrink: 1000;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-size: var(--fs-2);
  color: var(--muted);
  @media (max-width: 720px) {
    display: none;
  }
`;

/** The state of what a page is about, in a line of its own below a phone's title and actions. */
const PhoneDetail = styled.small`
  order: 4;
  flex-basis: 100%;
  padding-bottom: var(--s-2);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
`;

/** An action next to the primary one: a button, and below 1200 px, on a phone too, an entry of the menu. */
export interface HeaderAction {
  label: string;
  icon?: IconName;
  /** Makes it a link. */
  href?: string;
  onClick?: () => void;
  /** Why it cannot be used now. */
  disabledReason?: string;
}

/** Props of a {@link PageHeader}. */
export interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title: its status. */
  status?: ReactNode;
  /** A quiet line beside it, or behind the tabs: when it sends next, where it belongs. */
  detail?: ReactNode;
  /** A phone shows the detail too, below the title: it says how things stand and not only where they belong. */
  detailOnPhone?: boolean;
  /** Behind a detail that a phone shows too, and always in sight: a link to what explains it. */
  detailAction?: ReactNode;
  /** Tabs of the page; give them `line={false}`: the head draws the line. */
  tabs?: ReactNode;
  /** Next to the primary button; below 1200 px they are in the menu. */
  secondary?: readonly HeaderAction[];
  /** What is in the menu at every width. */
  more?: readonly MenuEntry[];
  /** The menu's name for screen readers, where only its dots are shown; it is called "More" otherwise. */
  moreLabel?: string;
  /** Buttons that stay, the primary one last; only the dots of the menu stand behind it. */
  actions?: ReactNode;
}

const entryOf = ({ label, icon, href, onClick, disabledReason }: HeaderAction): MenuEntry => ({
  label,
  icon,
  ...(disabledReason
    ? { disabled: true, detail: disabledReason }
    : { href, ...(onClick ? { onSelect: () => onClick() } : {}) }),
});

/** The buttons of a head. Below 1200 px the title and the tabs need the room, and the menu takes what is not the main action. */
function HeaderActions({
  secondary = [],
  more = [],
  moreLabel,
  actions,
}: Pick<PageHeaderProps, 'secondary' | 'more' | 'moreLabel' | 'actions'>) {
  const isTight = useMedia('(max-width: 1199.98px)');
  const entries = [...(isTight ? secondary.map(entryOf) : []), ...more];
  const trigger = moreLabel ? (
    <IconButton icon="more" size="medium" label={moreLabel} />
  ) : (
    <Button icon="more">More</Button>
  );
  const menu = entries.length > 0 && <Menu align="end" trigger={trigger} entries={entries} />;
  return (
    <Actions>
      {!isTight &&
        secondary.map(({ label, icon, href, onClick, disabledReason }) => (
          <Button key={label} icon={icon} {...(disabledReason ? { disabledReason } : { href, onClick })}>
            {label}
          </Button>
        ))}
      {!moreLabel && menu}
      {actions}
      {moreLabel && menu}
    </Actions>
  );
}

/** The room that a title needs at least: all of a short one, 160 px of a long one. */
function titleRoom({ title, status }: PageHeaderProps): CSSProperties {
  const letters = typeof title === 'string' ? title.length : 20;
  return {
    '--title-room': `${Math.min(160, letters * 10)}px`,
    '--status-room': status ? '96px' : '0px',
  } as CSSProperties;
}

/** The title of a page with its tabs and its actions; holds the page's one h1. */
export function PageHeader(props: PageHeaderProps) {
  const { title, status, detail, detailOnPhone, detailAction, tabs, secondary, more, moreLabel, actions } = props;
  const isBelow = useMedia('(max-width: 720px)') && detailOnPhone;
  const hasActions = Boolean(actions) || Boolean(secondary?.length) || Boolean(more?.length);
  return (
    <Head data-page-head="">
      <Title style={titleRoom(props)}>
        <h1>{title}</h1>
        {status}
        {detail &&
          !tabs &&
          !isBelow &&
          (detailOnPhone ? <Standing text={detail} action={detailAction} /> : <small>{detail}</small>)}
      </Title>
      {tabs && <TabSlot data-tabs="">{tabs}</TabSlot>}
      {/* Behind the tabs, which stay where they are whatever it says. */}
      {detail && tabs && !isBelow && <Detail>{detail}</Detail>}
      {hasActions && <HeaderActions secondary={secondary} more={more} moreLabel={moreLabel} actions={actions} />}
      {detail && isBelow && (
        <PhoneDetail>
          {detail} {detailAction}
        </PhoneDetail>
      )}
    </Head>
  );
}

/** The padded, scrolling content of a page. */
export const PageBody = styled.div.attrs(endsAboveMessages)<{ $well?: boolean }>`
  flex: 1;
  min-height: 0;
  overflow: auto;
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  padding: var(--s-4) var(--s-6) calc(var(--s-6) + var(--messages-over, 0px));
  background: ${({ $well }) => ($well ? 'var(--surface-2)' : 'transparent')};
  @media (max-width: 720px) {
    padding: var(--s-4);
  }
`;

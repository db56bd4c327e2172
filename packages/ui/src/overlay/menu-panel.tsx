import * as Primitive from 'radix-ui/dropdown-menu';
import { useEffect, useRef, type RefObject } from 'react';
import { css, styled } from 'styled-components';
import { Icon } from '../icon';
import { Kbd } from '../kbd';
import { BareLink } from '../link';
import type { MenuEntry, MenuProps } from './overlay.types';
import { appear, overlaySurface } from '../overlay-surface';
import { useUi } from '../ui-provider';
import { StandIn } from './trigger';

const Panel = styled(Primitive.Content)`
  ${overlaySurface}
  min-width: 176px;
  max-width: min(360px, calc(100vw - 16px));
  max-height: var(--radix-dropdown-menu-content-available-height);
  overflow: auto;
  padding: 4px;
  z-index: calc(var(--z-dialog) + 1);
  animation: ${appear} var(--t-2) var(--ease);
`;

const itemLook = css`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  width: 100%;
  min-height: 32px;
  padding: 4px var(--s-2);
  border-radius: var(--r-2);
  outline: 0;
  cursor: pointer;
  user-select: none;
  & > svg {
    color: var(--muted);
  }
  &[data-highlighted],
  &[data-state='open'] {
    background: var(--surface-3);
  }
  &[data-disabled] {
    color: var(--disabled);
    cursor: not-allowed;
  }
  &[data-tone='danger']:not([data-disabled]) {
    color: var(--danger);
    & > svg {
      color: inherit;
    }
  }
  kbd {
    margin-left: auto;
  }
  kbd + kbd {
    margin-left: -4px;
  }
  /* Whoever touches the screen has no keys to press. */
  @media (hover: none) and (pointer: coarse) {
    kbd {
      display: none;
    }
  }
  @media (max-width: 720px) {
    min-height: 40px;
  }
`;

const Item = styled(Primitive.Item)`
  ${itemLook}
`;
const CheckItem = styled(Primitive.CheckboxItem)`
  ${itemLook}
`;
const SubTrigger = styled(Primitive.SubTrigger)`
  ${itemLook} & > svg:last-child {
    margin-left: auto;
  }
`;
const SubPanel = styled(Primitive.SubContent)`
  ${overlaySurface}
  min-width: 160px;
  max-height: 360px;
  overflow: auto;
  padding: 4px;
  z-index: calc(var(--z-dialog) + 1);
`;
const GroupLabel = styled(Primitive.Label)`
  padding: 6px var(--s-2) 2px;
  font-size: var(--fs-1);
  line-height: var(--lh-1);
  font-weight: var(--w-medium);
  color: var(--muted);
`;
const Line = styled(Primitive.Separator)`
  height: 1px;
  margin: 4px 0;
  background: var(--border);
`;
const Text = styled.span`
  min-width: 0;
  small {
    display: block;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
`;

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'separator') return <Line />;
  if (entry.kind === 'label') return <GroupLabel>{entry.label}</GroupLabel>;
  if (entry.kind === 'check') {
    return (
      <CheckItem
        checked={entry.checked}
        onCheckedChange={entry.onCheckedChange}
        disabled={entry.disabled ?? false}
        onSelect={(event) => event.preventDefault()}
      >
        <Icon name="check" style={{ visibility: entry.checked ? 'visible' : 'hidden' }} />
        {entry.label}
      </CheckItem>
    );
  }
  if (entry.kind === 'submenu') {
    return (
      <Primitive.Sub>
        <SubTrigger>
          {entry.icon && <Icon name={entry.icon} />}
          {entry.label}
          <Icon name="chevron-right" size={12} />
        </SubTrigger>
        <Primitive.Portal>
          <SubPanel sideOffset={4} collisionPadding={8}>
            <Entries entries={keyed(entry.entries)} />
          </SubPanel>
        </Primitive.Portal>
      </Primitive.Sub>
    );
  }
  const content = (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      <Text>
        {entry.label}
        {entry.detail && <small>{entry.detail}</small>}
      </Text>
      {entry.keys?.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </>
  );
  const attributes = { disabled: entry.disabled ?? false, 'data-tone': entry.tone, onSelect: () => entry.onSelect?.() };
  if (entry.href !== undefined && !entry.disabled)
    return (
      <Item asChild {...attributes}>
        <BareLink href={entry.href}>{content}</BareLink>
      </Item>
    );
  return <Item {...attributes}>{content}</Item>;
}

interface KeyedEntry {
  key: string;
  entry: MenuEntry;
}

/** Each entry with what tells it from the others: what it says, not its place. */
function keyed(entries: readonly MenuEntry[]): KeyedEntry[] {
  const before = new Map<string, number>();
  return entries.map((entry) => {
    const says = entry.kind !== 'separator' && typeof entry.label === 'string' ? entry.label : '';
    const name = `${entry.kind ?? /* key */ 'action'} ${says}`;
    const count = before.get(name) ?? 0;
    before.set(name, count + 1);
    return { key: `${name} ${count}`, entry };
  });
}

const isAction = (entry: MenuEntry) => entry.kind === undefined || entry.kind === 'action';

/**
 * The entries as the menu was opened: none moves under the pointer while what they are about changes. An action that
 * goes stays in its place and does nothing any more; what comes stands at the end.
 */
function useHeldEntries(entries: readonly MenuEntry[], open: boolean): readonly KeyedEntry[] {
  const held = useRef<readonly KeyedEntry[]>([]);
  const now = keyed(entries);
  const byKey = new Map(now.map((each) => [each.key, each]));
  const before = new Set(held.current.map(({ key }) => key));
  const shown = open
    ? [
        ...held.current.flatMap(({ key, entry }) => {
          const current = byKey.get(key);
          if (current) return [current];
          return isAction(entry) ? [{ key, entry: { ...entry, disabled: true } as MenuEntry }] : [];
        }),
        ...now.filter(({ key }) => !before.has(key)),
      ]
    : now;
  useEffect(() => {
    held.current = open ? shown : [];
  });
  return shown;
}

function Entries({ entries }: { entries: readonly KeyedEntry[] }) {
  return entries.map(({ key, entry }) => <Entry key={key} entry={entry} />);
}

/** Props of a {@link MenuPanel}. */
export interface MenuPanelProps extends Required<Pick<MenuProps, 'entries' | 'align' | 'side' | 'open'>> {
  onOpenChange: (open: boolean) => void;
  /** The button that opens it, and its id. */
  element: RefObject<HTMLElement | null>;
  buttonId: string;
  panelId: string;
  /** Whether a key opened it: the first line has the focus then. */
  byKey: RefObject<boolean>;
}

/** The list of a menu, beside its button. */
export function MenuPanel({
  entries,
  align,
  side,
  open,
  onOpenChange,
  element,
  buttonId,
  panelId,
  byKey,
}: MenuPanelProps) {
  const { portalContainer } = useUi();
  const panel = useRef<HTMLDivElement>(null);
  const shown = useHeldEntries(entries, open);
  // The library knows of keys that were pressed while its part was there; the one that brought it was pressed before.
  const beginAtFirst = () => {
    if (!byKey.current) return;
    byKey.current = false;
    panel.current
      ?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')
      ?.focus({ preventScroll: true });
  };
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <StandIn element={element} />
      </Primitive.Trigger>
      <Primitive.Portal container={portalContainer}>
        <section aria-label="Menu">
          {/* In the order of Tab: a long list scrolls, and whoever uses keys has to reach what scrolls. */}
          <Panel
            ref={panel}
            tabIndex={0}
            id={panelId}
            aria-labelledby={buttonId}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            onFocus={(event) => {
              if (event.target === event.currentTarget) beginAtFirst();
            }}
          >
            <Entries entries={shown} />
          </Panel>
        </section>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

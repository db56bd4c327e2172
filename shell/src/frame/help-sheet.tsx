import { actions, type Action } from '@skein/mfe/actions';
import { useSignal } from '@skein/mfe/signal';
import { Dialog } from '@skein/ui/dialog';
import { styled } from 'styled-components';
import { GuidesForPage } from './guides-for-page';
import { closeOverlay } from './overlays-state';
import { ShortcutKeys } from './shortcut-keys';

const Heading = styled.h3`
  font-weight: var(--w-bold);
`;

const Hint = styled.p`
  margin-bottom: var(--s-3);
  color: var(--muted);
`;

const Columns = styled.div`
  columns: 2;
  column-gap: var(--s-8);
  @media (max-width: 720px) {
    columns: 1;
  }
  & > section {
    break-inside: avoid;
    margin-bottom: var(--s-4);
  }
  & h4 {
    font-size: var(--fs-1);
    line-height: var(--lh-1);
    color: var(--muted);
    font-weight: var(--w-medium);
  }
  & li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-3);
    min-height: 32px;
    border-bottom: 1px solid var(--border);
    color: var(--text);
  }
`;

/** Guides for this page, and every shortcut that works on it, from the same registry that makes them work. */
export function HelpSheet() {
  const groups = new Map<string, Action[]>();
  for (const action of useSignal(actions))
    if (action.keys) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return (
    <Dialog open onOpenChange={(open) => !open && closeOverlay()} size="medium" title="Help">
      <GuidesForPage />
      <Heading>Keyboard shortcuts</Heading>
      <Hint>Press two keys one after the other, for example G then I.</Hint>
      <Columns>
        {[...groups].map(([group, list]) => (
          <section key={group}>
            <h4>{group}</h4>
            <ul>
              {list.map((action) => (
                <li key={action.id}>
                  {action.label}
                  <ShortcutKeys keys={action.keys ?? ''} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Columns>
    </Dialog>
  );
}

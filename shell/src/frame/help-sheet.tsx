import { actions, type Action } from '@skein/mfe/actions';
import { useSignal } from '@skein/mfe/signal';
import { Dialog } from '@skein/ui/dialog';
import { styled } from 'styled-components';
import { closeOverlay } from './overlays-state';
import { ShortcutKeys } from './shortcut-keys';

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
  & h3 {
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

/** Every shortcut that works on this page, from the same registry that makes them work. */
export function HelpSheet() {
  const groups = new Map<string, Action[]>();
  for (const action of useSignal(actions))
    if (action.keys) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeOverlay()}
      size="medium"
      title="Keyboard shortcuts"
      description="What works on this page. Two keys are pressed one after the other."
    >
      <Columns>
        {[...groups].map(([group, list]) => (
          <section key={group}>
            <h3>{group}</h3>
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

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { IconButton } from './icon-button';
import { Menu } from './menu';
import { createLaterPart } from './overlay/later-part';

test('a key on the button that nobody came near before opens the list at its first line that can be chosen, and Escape gives the focus back', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(
    <Menu
      trigger={<IconButton icon="more" label="Actions for Q4" />}
      entries={[
        { label: 'Pause', disabled: true },
        { label: 'Edit', onSelect: () => chosen.push('edit') },
        { label: 'Copy', onSelect: () => chosen.push('copy') },
      ]}
    />,
  );
  const button = screen.getByRole('button', { name: 'Actions for Q4' });
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
  await user.tab();
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu', { name: 'Actions for Q4' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  expect(document.activeElement?.textContent).toBe('Edit');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toEqual(['copy']);
});

test('no entry moves while the menu is open: what goes stays disabled, and what comes stands at the end', async () => {
  const user = userEvent.setup();
  const menuOf = (...labels: string[]) => (
    <Menu
      trigger={<IconButton icon="more" label="Actions for Q4" />}
      entries={labels.map((label) => ({ label, onSelect: () => {} }))}
    />
  );
  const shown = () =>
    screen
      .getAllByRole('menuitem')
      .map((item) => `${item.textContent}${item.dataset.disabled === undefined ? '' : ' -'}`);
  const { rerender } = render(menuOf('Pause', 'Stop'));
  await user.click(screen.getByRole('button', { name: 'Actions for Q4' }));
  const stop = await screen.findByRole('menuitem', { name: 'Stop' });
  rerender(menuOf('Why?', 'Pause', 'Stop'));
  expect(shown()).toEqual(['Pause', 'Stop', 'Why?']);
  rerender(menuOf('Why?', 'Stop'));
  expect(shown()).toEqual(['Pause -', 'Stop', 'Why?']);
  expect(screen.getByRole('menuitem', { name: 'Stop' })).toBe(stop);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Q4' }));
  await screen.findByRole('menu');
  expect(shown()).toEqual(['Why?', 'Stop']);
});

test('a part that did not arrive is said to have failed, and is asked for again when it is wanted anew', async () => {
  let arrives = false;
  const failures: unknown[] = [];
  const failure = new Error('Loading chunk overlays failed.');
  const part = createLaterPart<object>(() =>
    arrives ? Promise.resolve((() => <p role="menu">List</p>) as ComponentType<object>) : Promise.reject(failure),
  );
  function Opener() {
    const [open, setOpen] = useState(false);
    const Panel = part.usePart(open, (error) => {
      failures.push(error);
      setOpen(false);
    });
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {Panel && <Panel />}
      </>
    );
  }
  const user = userEvent.setup();
  render(<Opener />);
  await user.click(screen.getByRole('button'));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(failures).toEqual([failure]);
  arrives = true;
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('menu')).toBeTruthy();
});

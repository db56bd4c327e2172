import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState, type ComponentType } from 'react';
import { Menu } from '../menu';
import { Popover } from '../popover';
import { ToastHost, toasts } from '../toast';
import { Tooltip } from '../tooltip';
import { createLaterPart, type LaterPart } from './later-part';
import { useContents, useOpening } from './opener';

const List: ComponentType<object> = () => <p role="menu">List</p>;

function Opener({ part }: { part: LaterPart<object> }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const { open, change, Panel } = useOpening(part, {}, trigger);
  return (
    <>
      <button ref={trigger} type="button" onClick={() => change(!open)}>
        Open
      </button>
      <input aria-label="Other" />
      {open && Panel && <Panel />}
    </>
  );
}

test.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  [
    'a press elsewhere',
    (user: ReturnType<typeof userEvent.setup>) => user.pointer({ keys: '[MouseLeft>]', target: document.body }),
  ],
  ['Tab', (user: ReturnType<typeof userEvent.setup>) => user.tab()],
])('%s cancels an opening whose part is still on its way', async (_, leave) => {
  const user = userEvent.setup();
  let arrive = () => {};
  render(
    <Opener
      part={createLaterPart<object>(
        () =>
          new Promise((resolve) => {
            arrive = () => resolve(List);
          }),
      )}
    />,
  );
  await user.click(screen.getByRole('button'));
  await leave(user);
  await act(async () => {
    arrive();
    await Promise.resolve();
  });
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('menu')).toBeTruthy();
});

test('contents that do not arrive close what they stand in and say so', async () => {
  const failure = new Error('Loading chunk columns failed.');
  const part = createLaterPart<object>(
    () =>
      new Promise((_, reject) => {
        reject(failure);
      }),
  );
  // The page's watch hears of a promise that nobody takes care of; here that would end the test.
  const watch = jest.spyOn(Promise, 'reject').mockImplementation(() => new Promise<never>(() => {}));
  function Contents({ onClose }: { onClose: () => void }) {
    const Panel = useContents(part, onClose);
    return Panel ? <Panel /> : null;
  }
  function Chooser() {
    const [open, setOpen] = useState(false);
    return (
      <Popover label="Columns" open={open} onOpenChange={setOpen} trigger={<button type="button">Columns</button>}>
        <Contents onClose={() => setOpen(false)} />
      </Popover>
    );
  }
  const user = userEvent.setup();
  render(
    <>
      <Chooser />
      <ToastHost />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This could not be opened');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Columns' }).getAttribute('aria-expanded')).toBe('false');
  expect(watch).toHaveBeenCalledWith(failure);
  watch.mockRestore();
  act(() => {
    toasts.clear();
  });
});

test('a button that is replaced between two openings gets the focus back and closes what it opened', async () => {
  const user = userEvent.setup();
  const menu = (key: string) => (
    <Menu
      trigger={
        <button key={key} type="button">
          {key}
        </button>
      }
      entries={[{ label: 'Edit' }]}
    />
  );
  const { rerender } = render(menu('Before'));
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  rerender(menu('After'));
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }));
});

test('a button with an empty handler of its own opens all the same', async () => {
  const user = userEvent.setup();
  render(
    <Popover
      label="Filters"
      trigger={
        <button type="button" onClick={undefined}>
          Filter
        </button>
      }
    >
      Choices
    </Popover>,
  );
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeTruthy();
});

test('a press that became a scroll does not keep an explanation from the focus, neither before nor after its part has come', async () => {
  render(
    <Tooltip content="Takes effect tomorrow">
      <button type="button">Save</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  for (const _ of ['first', 'again']) {
    fireEvent.pointerDown(button, { pointerType: 'touch' });
    fireEvent.pointerCancel(button, { pointerType: 'touch' });
    act(() => {
      button.focus();
    });
    expect((await screen.findByRole('tooltip')).textContent).toBe('Takes effect tomorrow');
    act(() => {
      button.blur();
    });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  }
});

test('a panel that something else opened gives the focus back to it, and a press outside chooses where the focus goes', async () => {
  const user = userEvent.setup();
  function Filters() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Status: Interested
        </button>
        <Popover
          label="Filters"
          title="Filters"
          open={open}
          onOpenChange={setOpen}
          trigger={<button type="button">Add filter</button>}
        >
          <input aria-label="Campaign" />
        </Popover>
        <input aria-label="Search" />
      </>
    );
  }
  render(<Filters />);
  const chip = screen.getByRole('button', { name: 'Status: Interested' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(chip);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Campaign')));
  await user.keyboard('{Escape}');
  await isClosed();
  expect(document.activeElement).toBe(chip);
  await user.click(chip);
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await isClosed();
  expect(document.activeElement).toBe(chip);
  const own = screen.getByRole('button', { name: 'Add filter' });
  await user.click(own);
  await screen.findByRole('dialog', { name: 'Filters' });
  await user.keyboard('{Escape}');
  await isClosed();
  expect(document.activeElement).toBe(own);
  await user.click(chip);
  await screen.findByRole('dialog', { name: 'Filters' });
  await user.click(screen.getByLabelText('Search'));
  await isClosed();
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

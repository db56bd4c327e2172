import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from './dialog';
import { endsAboveMessages, messagesAbove } from './messages-above';
import { BulkBar } from './table/bulk-bar';
import { ToastHost, toasts } from './toast';

afterEach(() => {
  act(() => toasts.clear());
  jest.restoreAllMocks();
});

/** Gives elements the places that a browser would give them. */
function lay(boxes: Record<string, Partial<DOMRect>>): void {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const found = Object.keys(boxes).find((selector) => this.matches(selector));
    return { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, ...(found ? boxes[found] : {}) } as DOMRect;
  });
}
const above = () => document.documentElement.style.getPropertyValue('--toasts-bottom');

function Page() {
  const [isChosen, setChosen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setChosen(!isChosen)}>
        Choose
      </button>
      {isChosen && (
        <BulkBar selection={{ mode: 'some', ids: ['1'] }} onSelectionChange={() => undefined} total={3} lift={false}>
          <button type="button">Pause</button>
        </BulkBar>
      )}
      <ToastHost />
    </main>
  );
}

test('a bar that comes while a message is shown lifts it, and lets it down when it goes', async () => {
  lay({
    '[data-toasts]': { height: 60, width: 360 },
    '[data-bottom-bar]': { left: 200, right: 900, top: window.innerHeight - 50, height: 40 },
  });
  render(<Page />);
  act(() => void toasts.show({ title: 'Saved' }));
  expect(above()).toBe('0px');
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
  expect(above()).toBe('42px');
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
  await waitFor(() => expect(above()).toBe('0px'));
});

test('messages are shown above a bar over another bar, not between the two', () => {
  const { innerHeight } = window;
  lay({
    '[data-toasts]': { height: 60, width: 360 },
    '#pages': { left: 56, right: 900, top: innerHeight - 44, height: 44 },
    '#selection': { left: 300, right: 800, top: innerHeight - 110, height: 40 },
  });
  render(
    <main>
      <div id="selection" ref={messagesAbove} />
      <div id="pages" ref={messagesAbove} />
      <ToastHost />
    </main>,
  );
  act(() => void toasts.show({ title: 'Saved' }));
  expect(above()).toBe('102px');
});

test('a list below a message ends above it, and one beside it stays as it is', () => {
  const bottom = window.innerHeight;
  lay({
    '[data-toasts]': { left: 56, right: 416, top: bottom - 76, height: 60, width: 360 },
    '#below': { left: 56, right: 380, top: 100, bottom },
    '#beside': { left: 600, right: 900, top: 100, bottom },
  });
  render(
    <>
      <ToastHost />
      <div id="below" {...endsAboveMessages}>
        <div id="inside" {...endsAboveMessages} />
      </div>
      <div id="beside" {...endsAboveMessages} />
    </>,
  );
  const over = () =>
    ['below', 'inside', 'beside'].map((id) => document.getElementById(id)?.style.getPropertyValue('--messages-over'));
  act(() => void toasts.show({ title: 'Archived' }));
  expect(over()).toEqual(['84px', '0px', '0px']);
  act(() => toasts.clear());
  expect(over()).toEqual(['0px', '0px', '0px']);
});

test('messages are placed anew in a window of another size', () => {
  lay({ '[data-toasts]': { height: 60, width: 360 }, main: { left: 232 } });
  render(<Page />);
  act(() => void toasts.show({ title: 'Saved' }));
  const left = () => document.documentElement.style.getPropertyValue('--toasts-left');
  expect(left()).toBe('232px');
  lay({ '[data-toasts]': { height: 60, width: 360 }, main: { left: 0 } });
  fireEvent(window, new Event('resize'));
  expect(left()).toBe('0px');
});

test('a press on a message over a dialog is meant for the message: the dialog stays', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const closed = jest.fn();
  let undone = 0;
  render(
    <>
      <ToastHost />
      <Dialog open onOpenChange={closed} title="New folder">
        <input aria-label="Name" />
      </Dialog>
    </>,
  );
  act(() => void toasts.show({ title: 'Archived', undo: { run: () => void (undone += 1) } }));
  await user.click(screen.getByText('Archived'));
  await user.click(screen.getByText('Undo'));
  expect(undone).toBe(1);
  expect(closed).not.toHaveBeenCalled();
  await user.click(document.body);
  expect(closed).toHaveBeenCalledWith(false);
});

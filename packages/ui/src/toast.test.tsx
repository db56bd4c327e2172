import { act, fireEvent, render, screen } from '@testing-library/react';
import { messagesAbove } from './messages-above';
import { focusNewestToast, ToastHost, toasts, undoLast } from './toast';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  act(() => {
    toasts.clear();
  });
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a plain message goes by itself, an error stays until it is closed', () => {
  render(<ToastHost />);
  act(() => {
    toasts.show({ title: 'Saved' });
    toasts.show({ title: 'Could not save', tone: 'danger' });
  });
  expect(screen.getByRole('status').textContent).toContain('Saved');
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  expect(screen.queryByText('Saved')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Could not save');
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('undo counts down, waits under the pointer, and runs once', () => {
  let undone = 0;
  render(<ToastHost />);
  act(() => {
    toasts.show({
      title: '3 campaigns paused',
      undo: {
        run: () => {
          undone += 1;
        },
        seconds: 10,
      },
    });
  });
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.textContent).toBe('Undo, 10 s');
  act(() => {
    jest.advanceTimersByTime(2500);
  });
  expect(undo.textContent).toBe('Undo, 8 s');
  fireEvent.mouseEnter(screen.getByText('3 campaigns paused'));
  act(() => {
    jest.advanceTimersByTime(30_000);
  });
  fireEvent.click(undo);
  expect(undone).toBe(1);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a second message with the same key replaces the first, and copies of the module share one list', () => {
  render(<ToastHost />);
  act(() => {
    toasts.show({ title: 'Opened Ada', key: 'opened' });
    toasts.show({ title: 'Opened Bea', key: 'opened' });
  });
  expect(screen.queryByText('Opened Ada')).toBeNull();
  let other: typeof toasts | undefined;
  jest.isolateModules(() => {
    other = (require('./toast-store') as { toasts: typeof toasts }).toasts;
  });
  expect(other).toBe(toasts);
});

test('the list is live before its first message; who goes to the newest and takes it comes back to where the work was', () => {
  render(
    <>
      <button type="button">Step 2</button>
      <ToastHost />
    </>,
  );
  const list = screen.getByRole('status');
  expect(list.getAttribute('aria-live')).toBe('polite');
  expect(focusNewestToast()).toBe(false);
  act(() => {
    toasts.show({ title: 'Step 1 removed', undo: { run: () => undefined } });
    toasts.show({ title: 'Step 3 removed', undo: { run: () => undefined } });
  });
  expect(list.textContent).toContain('Step 3 removed');
  act(() => {
    screen.getByText('Step 2').focus();
  });
  act(() => {
    focusNewestToast();
  });
  expect(document.activeElement?.closest('[data-toasts] > *')?.textContent).toContain('Step 3 removed');
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  fireEvent.click(document.activeElement as Element);
  expect(screen.queryByText('Step 3 removed')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Step 2');
});

test('an undo says what it undid, by the button and by the key, unless it says something itself', async () => {
  render(<ToastHost />);
  act(() => {
    toasts.show({ title: 'Note added', undo: { run: async () => undefined } });
    toasts.show({
      title: 'Lead moved',
      undo: { run: () => void toasts.show({ title: 'Not moved back', tone: 'danger' }) },
    });
  });
  await act(async () => expect(undoLast()).toBe(true));
  expect(screen.getByText('Not moved back')).toBeDefined();
  expect(screen.queryByText('Undone: Lead moved')).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
  expect(screen.getByText('Undone: Note added')).toBeDefined();
});

test('an undo that fails is told', async () => {
  render(<ToastHost />);
  act(() => {
    toasts.show({
      title: 'Paused',
      undo: { run: () => Promise.reject({ status: 409, message: 'The campaign was archived meanwhile.' }) },
    });
  });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  });
  expect(screen.getByRole('alert').textContent).toContain('Not undone');
  expect(screen.getByRole('alert').textContent).toContain('The campaign was archived meanwhile.');
});

test('the undo key cancels the last actions one by one, as long as each allows, and none twice', () => {
  const undone: string[] = [];
  const did = (title: string, keySeconds?: number) =>
    toasts.show({ title, undo: { run: () => void undone.push(title), ...(keySeconds ? { keySeconds } : {}) } });
  render(<ToastHost />);
  act(() => {
    did('Archived', 600);
    did('Reply sent');
  });
  act(() => {
    jest.advanceTimersByTime(11_000);
  });
  // The message of both is gone; only the first may still be undone.
  act(() => expect(undoLast()).toBe(true));
  act(() => expect(undoLast()).toBe(false));
  expect(undone).toEqual(['Archived']);
  act(() => {
    did('Starred', 600);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  act(() => expect(undoLast()).toBe(false));
  expect(undone).toEqual(['Archived', 'Starred']);
});

/** Gives elements the places that a browser would give them. */
function lay(boxes: Record<string, Partial<DOMRect>>): void {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    const found = Object.keys(boxes).find((selector) => this.matches(selector));
    return { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, ...(found ? boxes[found] : {}) } as DOMRect;
  });
}
const room = () =>
  ['room', 'left', 'bottom'].map((name) => document.documentElement.style.getPropertyValue(`--toasts-${name}`));
const fromBottom = (pixels: number) => window.innerHeight - pixels;

function PageWithBar({ hasBar }: { hasBar: boolean }) {
  return (
    <main>
      <ToastHost />
      {hasBar && <div ref={messagesAbove} />}
    </main>
  );
}

test('messages tell the page how much room they need, and are shown above a bar that comes after them', async () => {
  const list = { top: fromBottom(76), height: 60, width: 360 };
  lay({ main: { left: 56 }, '[data-toasts]': list });
  const { rerender } = render(<PageWithBar hasBar={false} />);
  expect(room()).toEqual(['', '', '']);
  act(() => {
    toasts.show({ title: 'Saved' });
  });
  expect(room()).toEqual(['84px', '56px', '0px']);
  lay({
    main: { left: 56 },
    '[data-toasts]': { ...list, top: fromBottom(118) },
    '[data-bottom-bar]': { left: 200, right: 900, top: fromBottom(50), height: 40 },
  });
  rerender(<PageWithBar hasBar />);
  expect(room()).toEqual(['126px', '56px', '42px']);
  lay({ main: { left: 56 }, '[data-toasts]': list });
  await act(async () => rerender(<PageWithBar hasBar={false} />));
  expect(room()).toEqual(['84px', '56px', '0px']);
  act(() => {
    toasts.clear();
  });
  expect(room()).toEqual(['', '', '']);
});

test('a bar that is not where messages are shown lifts none of them', () => {
  lay({
    '[data-toasts]': { top: fromBottom(76), height: 60, width: 360 },
    '[data-bottom-bar]': { left: 0, right: 900, top: 100, height: 40 },
  });
  render(<PageWithBar hasBar />);
  act(() => {
    toasts.show({ title: 'Saved' });
  });
  expect(room()).toEqual(['84px', '0px', '0px']);
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { useKeptFocus } from './use-kept-focus';

function Page({ row = 'link', news = 0 }: { row?: 'link' | 'disabled' | 'gone'; news?: number }) {
  useKeptFocus();
  return (
    <main>
      {row !== 'gone' && (
        <p>
          <a href="/delete">Delete</a>
        </p>
      )}
      <button type="button" disabled={row === 'disabled'}>
        Next
      </button>
      {Array.from({ length: news }, (_, index) => (
        <p key={index}>News</p>
      ))}
    </main>
  );
}

const later = () => act(() => jest.advanceTimersByTimeAsync(1000));
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

beforeEach(() => {
  jest.useFakeTimers();
  // A page without a layout shows nothing and has no window in front: here everything is shown, in a window that is.
  jest.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('the focus that was lost with its row, or with a pause of its button, comes back', async () => {
  const { rerender } = render(<Page />);
  act(() => {
    screen.getByRole('link').focus();
  });
  press('Enter');
  rerender(<Page row="gone" />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
  press('Enter');
  // As a browser does with what is disabled while it has the focus.
  act(() => {
    screen.getByRole('button').blur();
  });
  rerender(<Page row="disabled" />);
  await later();
  expect(document.activeElement).toBe(document.body);
  rerender(<Page news={1} />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
});

test.each([
  [
    'a click on the empty page',
    () => {
      fireEvent.pointerDown(document.body);
      act(() => {
        screen.getByRole('link').blur();
      });
    },
  ],
  [
    '"Done" of a phone\'s keyboard',
    () => {
      act(() => {
        screen.getByRole('link').blur();
      });
    },
  ],
])('%s gives the focus up: no key and no news brings it back', async (_, leave) => {
  const { rerender } = render(<Page />);
  act(() => {
    screen.getByRole('link').focus();
  });
  leave();
  await later();
  press(' ');
  rerender(<Page news={1} />);
  await later();
  expect(document.activeElement).toBe(document.body);
});

test('a press on the focused thing itself keeps its place', async () => {
  const { rerender } = render(<Page />);
  act(() => {
    screen.getByRole('link').focus();
  });
  fireEvent.pointerDown(screen.getByRole('link'));
  press('Enter');
  rerender(<Page row="gone" />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
});

test('where the focus cannot come back to what is still there, it goes to what stands nearest', async () => {
  const { rerender } = render(<Page />);
  const link = screen.getByRole('link');
  act(() => {
    link.focus();
  });
  press('Enter');
  // As a browser does with what is hidden: it loses the focus, is shown nowhere and takes no focus.
  act(() => {
    link.blur();
  });
  link.removeAttribute('href');
  link.getClientRects = () => [] as unknown as DOMRectList;
  rerender(<Page news={1} />);
  await later();
  expect(document.activeElement?.textContent).toBe('Next');
});

test('a line of a menu that takes its own button away leaves the focus at what stands nearest to the button', async () => {
  function Steps({ gone = false, open = false }: { gone?: boolean; open?: boolean }) {
    useKeptFocus();
    return (
      <>
        <ol>
          {!gone && (
            <li>
              <button type="button" aria-controls="menu" aria-expanded={open}>
                Actions
              </button>
            </li>
          )}
          <li>
            <button type="button">Step 1</button>
          </li>
        </ol>
        {open && (
          <div role="menu" id="menu">
            <div role="menuitem" tabIndex={-1}>
              Remove
            </div>
          </div>
        )}
      </>
    );
  }
  const { rerender } = render(<Steps />);
  rerender(<Steps open />);
  act(() => {
    screen.getByRole('menuitem').focus();
  });
  press('Enter');
  rerender(<Steps gone />);
  await later();
  expect(document.activeElement?.textContent).toBe('Step 1');
});

test('in a dialog the focus goes to what stands nearest, not to the dialog itself', async () => {
  function Drawer({ gone = false }: { gone?: boolean }) {
    useKeptFocus();
    return (
      <div role="dialog" tabIndex={-1}>
        {!gone && <button type="button">Delete</button>}
        <button type="button">Close</button>
      </div>
    );
  }
  const { rerender } = render(<Drawer />);
  act(() => {
    screen.getByText('Delete').focus();
  });
  press('Enter');
  rerender(<Drawer gone />);
  // As the library of dialogs does when the focus in one is lost.
  act(() => {
    screen.getByRole('dialog').focus();
  });
  await later();
  expect(document.activeElement?.textContent).toBe('Close');
});

describe('a new page', () => {
  const page = window.location.pathname;
  afterEach(() => {
    window.history.replaceState(null, '', page);
  });

  test.each([
    [
      'went with the old page',
      (link: HTMLElement) => {
        link.remove();
      },
    ],
    [
      'was given up on the way',
      (link: HTMLElement) => {
        link.blur();
      },
    ],
  ])('takes the focus that %s', async (_, leave) => {
    const { rerender } = render(
      <div id="page" tabIndex={-1}>
        <Page />
      </div>,
    );
    const link = screen.getByRole('link');
    act(() => {
      link.focus();
    });
    press('Enter');
    act(() => {
      leave(link);
    });
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(document.activeElement).toBe(document.body);
    window.history.replaceState(null, '', '/another-page');
    rerender(
      <div id="page" tabIndex={-1}>
        <Page news={1} />
      </div>,
    );
    await later();
    expect(document.activeElement?.id).toBe('page');
  });

  test('leaves the focus alone of somebody who works with the pointer', async () => {
    const { rerender } = render(
      <div id="page" tabIndex={-1}>
        <Page />
      </div>,
    );
    act(() => {
      screen.getByRole('link').focus();
    });
    fireEvent.pointerDown(document.body);
    act(() => {
      screen.getByRole('link').blur();
    });
    await act(() => jest.advanceTimersByTimeAsync(10));
    window.history.replaceState(null, '', '/another-page');
    rerender(
      <div id="page" tabIndex={-1}>
        <Page news={1} />
      </div>,
    );
    await later();
    expect(document.activeElement).toBe(document.body);
  });
});

test('a dialog that was opened before anything of its page had the focus leaves it at the beginning of the page', async () => {
  function Inbox({ asks }: { asks: boolean }) {
    useKeptFocus();
    return (
      <>
        <main id="page" tabIndex={-1}>
          <a href="/next">Next</a>
        </main>
        {asks &&
          createPortal(
            <div role="dialog" aria-label="Note">
              <input aria-label="Note" />
            </div>,
            document.body,
          )}
      </>
    );
  }
  const { rerender } = render(<Inbox asks={false} />);
  press('n');
  rerender(<Inbox asks />);
  act(() => {
    screen.getByRole('textbox').focus();
  });
  press('Enter');
  rerender(<Inbox asks={false} />);
  await later();
  expect(document.activeElement?.id).toBe('page');
});

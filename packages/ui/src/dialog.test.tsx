import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';

function Page({ locked = false }: { locked?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        locked={locked}
        title="New folder"
        description="Folders hold campaigns."
      >
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

test('a dialog is named, keeps focus inside, and gives it back when Escape closes it', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = screen.getByRole('dialog', { name: 'New folder' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  for (let step = 0; step < 4; step += 1) {
    await user.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('under a thumb the dialog itself is focused, neither a field nor the button that closes it', async () => {
  const { matchMedia } = window;
  Object.assign(window, { matchMedia: (media: string) => ({ media, matches: media === '(pointer: coarse)' }) });
  try {
    render(<Page />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'New folder' }));
  } finally {
    Object.assign(window, { matchMedia });
  }
});

test('a dialog whose field focuses itself gives the focus back too, to what stands nearest when its button has gone', async () => {
  const user = userEvent.setup();
  function List({ rows }: { rows: string[] }) {
    const [asked, setAsked] = useState<string | null>(null);
    const [gone, setGone] = useState('');
    return (
      <ul>
        {rows
          .filter((row) => row !== gone)
          .map((row) => (
            <li key={row}>
              <button type="button" onClick={() => setAsked(row)}>
                {row}
              </button>
            </li>
          ))}
        {asked && (
          <Dialog open onOpenChange={() => setAsked(null)} title={`About ${asked}`}>
            <input
              aria-label="Why"
              autoFocus
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  setGone(asked);
                  setAsked(null);
                }
              }}
            />
          </Dialog>
        )}
      </ul>
    );
  }
  // A page without a layout shows nothing; here everything is shown.
  jest.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  render(<List rows={['One', 'Two']} />);
  await user.click(screen.getByRole('button', { name: 'One' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Why' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'One' })));
  await user.click(screen.getByRole('button', { name: 'One' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Two' })));
});

test('a locked dialog cannot be dismissed', async () => {
  const user = userEvent.setup();
  render(<Page locked />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('a typed confirmation acts only on the exact text and shows why it failed', async () => {
  const user = userEvent.setup();
  let calls = 0;
  render(
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title="Delete?"
      description="2,000 leads stop."
      confirmLabel="Delete"
      typedText="Q4"
      onConfirm={() => {
        calls += 1;
        return Promise.reject(new Error('The server said no.'));
      }}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  await user.keyboard('Q5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(calls).toBe(0);
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), 'Q4{Enter}');
  expect(calls).toBe(1);
  expect((await screen.findByRole('alert')).textContent).toContain('The server said no.');
});

test('a question that takes the place of what counted for it gives the focus back to where both were asked for', async () => {
  function Erase() {
    const [state, setState] = useState<'closed' | 'counting' | 'asking'>('closed');
    const close = () => setState('closed');
    return (
      <>
        <button type="button" onClick={() => setState('counting')}>
          Erase
        </button>
        {state === 'counting' && (
          <Dialog open onOpenChange={close} title="Counting">
            <button type="button" onClick={() => setState('asking')}>
              Counted
            </button>
          </Dialog>
        )}
        {state === 'asking' && (
          <ConfirmDialog
            open
            onOpenChange={close}
            title="Erase this person"
            description="3 emails go."
            confirmLabel="Erase"
            onConfirm={close}
          />
        )}
      </>
    );
  }
  const user = userEvent.setup();
  render(<Erase />);
  await user.click(screen.getByRole('button', { name: 'Erase' }));
  await user.click(await screen.findByRole('button', { name: 'Counted' }));
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Erase' })));
});

test('a button of the footer that finds a field wrong leads to it; typing is not interrupted', async () => {
  const user = userEvent.setup();
  function Form() {
    const [wrong, setWrong] = useState(false);
    return (
      <Dialog
        open
        onOpenChange={() => undefined}
        title="New tag"
        footer={
          <button type="button" onClick={() => setWrong(true)}>
            Make
          </button>
        }
      >
        <input aria-label="Colour" />
        <input aria-label="Name" aria-invalid={wrong} onChange={(event) => setWrong(event.target.value === '')} />
      </Dialog>
    );
  }
  render(<Form />);
  await user.click(screen.getByRole('button', { name: 'Make' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await user.keyboard('a');
  await user.click(screen.getByLabelText('Colour'));
  await user.keyboard('b');
  expect(document.activeElement).toBe(screen.getByLabelText('Colour'));
});

test('an overlay that is drawn in the moment in which nothing has the focus gives it back to what got it then', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<button type="button">Views</button>);
  const page = (open: boolean) => (
    <>
      <button type="button">Views</button>
      <Dialog open={open} onOpenChange={() => undefined} title="Save this view">
        <input
          aria-label="Name"
          ref={(input) => {
            if (input) screen.getByText('Views').focus();
          }}
        />
      </Dialog>
    </>
  );
  rerender(page(false));
  expect(document.activeElement).toBe(document.body);
  await act(async () => rerender(page(true)));
  await user.type(screen.getByLabelText('Name'), 'Mine');
  await act(async () => rerender(page(false)));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Views' })));
});

test('a refusal that is plain data is told by its message', async () => {
  const user = userEvent.setup();
  render(
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="Delete"
      description="It goes."
      confirmLabel="Delete it"
      onConfirm={() =>
        Promise.reject({ status: 409, code: 'CONFLICT', message: 'It is in use.', details: [], requestId: '' })
      }
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Delete it' }));
  expect((await screen.findByRole('alert')).textContent).toContain('It is in use.');
});

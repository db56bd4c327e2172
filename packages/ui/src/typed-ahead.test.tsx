import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Dialog } from './dialog';
import { Drawer } from './drawer';
import { awaitField, OpeningPart, takeTyped } from './typed-ahead';

type Open = { onClose: () => void };
const NameDialog = ({ onClose }: Open) => {
  const [name, setName] = useState('');
  return (
    <Dialog open onOpenChange={onClose} title="New folder">
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </Dialog>
  );
};
const NameDrawer = ({ onClose }: Open) => (
  <Drawer open onOpenChange={onClose} title="New webhook">
    <input aria-label="Name" autoFocus maxLength={6} defaultValue="" />
  </Drawer>
);
const Question = ({ onClose }: Open) => (
  <Dialog open onOpenChange={onClose} title="Delete it?">
    <button type="button">Delete</button>
  </Dialog>
);

/** A page with a command and a button that opens a part whose code arrives when `arrive` is called. */
function openLate(Part: ComponentType<Open>) {
  let arrive = () => {};
  const LatePart = lazy(
    () =>
      new Promise<{ default: ComponentType<Open> }>((resolve) => {
        arrive = () => resolve({ default: Part });
      }),
  );
  const commands: string[] = [];
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <input aria-label="Search" />
        {open && (
          <Suspense fallback={<OpeningPart />}>
            <LatePart onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  }
  const onKey = ({ key }: KeyboardEvent) => commands.push(key);
  document.addEventListener('keydown', onKey);
  render(<Page />);
  return {
    commands,
    arrive: () => act(async () => arrive()),
    end: () => document.removeEventListener('keydown', onKey),
  };
}

afterEach(() => void takeTyped());

test.each([
  ['a dialog', NameDialog, 'Q4 plan'],
  ['a drawer', NameDrawer, 'Q4 pla'],
])('what is typed before %s is there goes into its first field, and none of it is a command', async (_, Part, text) => {
  const user = userEvent.setup();
  const late = openLate(Part);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('Q4x{Backspace} plan');
  expect(late.commands).toEqual([]);
  await late.arrive();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(text));
  late.end();
});

test('what was typed is dropped where the part has no field, or when somebody goes on elsewhere', async () => {
  const user = userEvent.setup();
  const late = openLate(Question);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('yes');
  await late.arrive();
  await screen.findByRole('dialog');
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(takeTyped()).toBe('');
  late.end();

  awaitField();
  await user.keyboard('abc{Escape}');
  expect(takeTyped()).toBe('');
});

test('a part that is asked for while somebody types in a field gets what follows', async () => {
  const user = userEvent.setup();
  render(<input aria-label="Search" />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  await user.type(field, 'one');
  const isHere = awaitField();
  await user.keyboard('two');
  expect(field.value).toBe('one');
  isHere();
  expect(takeTyped()).toBe('two');
});

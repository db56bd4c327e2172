import { registerActions } from './actions';
import { beginArrival } from './arriving';
import { listenForShortcuts } from './shortcuts';

const done: string[] = [];
const action = (id: string, keys: string, more = {}) => ({
  id,
  keys,
  label: id,
  group: 'Test',
  run: () => done.push(id),
  ...more,
});
let stop: () => void;
let forget: () => void;

beforeEach(() => {
  done.length = 0;
  document.body.innerHTML = '<input id="field">';
  stop = listenForShortcuts();
  forget = registerActions([
    action('inbox', 'g i'),
    action('campaigns', 'g c'),
    action('help', '?'),
    action('palette', 'mod+k', { whileTyping: true }),
    action('create', 'c'),
  ]);
});

afterEach(() => {
  stop();
  forget();
});

const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));

it('does what one key, two keys, and a key with Ctrl or Cmd mean', () => {
  press('?', document.body, { shiftKey: true });
  press('g');
  press('i');
  press('k', document.body, { ctrlKey: true });
  press('k', document.body, { metaKey: true });
  expect(done).toEqual(['help', 'inbox', 'palette', 'palette']);
});

it('takes the second key of a pair for the pair and not for itself', () => {
  press('g');
  press('c');
  press('c');
  expect(done).toEqual(['campaigns', 'create']);
});

it('leaves keys to the field in which somebody types, except combinations that say so', () => {
  const field = document.querySelector('#field');
  if (!field) throw new Error('no field');
  press('?', field);
  press('k', field, { ctrlKey: true });
  expect(done).toEqual(['palette']);
});

it('leaves keys to an open dialog', () => {
  document.body.innerHTML = '<div role="dialog" data-state="open"></div>';
  press('?');
  expect(done).toEqual([]);
});

it('takes keys again once the dialog is out of sight, also before it is gone', () => {
  document.body.innerHTML = '<div role="alertdialog" data-state="open"></div>';
  const [dialog] = document.body.children;
  Object.assign(dialog as Element, { checkVisibility: () => false });
  press('?');
  expect(done).toHaveLength(1);
});

describe('while the page that brings keys is on its way', () => {
  const later = () => registerActions([action('next', 'j'), action('untracked', 'g x'), action('mark', 'x')]);
  const settled = () => Promise.resolve();

  it('keeps one press, or the two of a pair, until it is there', async () => {
    for (const [keys, does] of [
      ['j', 'next'],
      ['gx', 'untracked'],
    ] as const) {
      const arrived = beginArrival();
      for (const key of keys) press(key);
      const leave = later();
      await settled();
      expect(done.splice(0)).toEqual([does]);
      leave();
      arrived();
    }
  });

  it('runs nothing of what somebody types, or after a press of the pointer', async () => {
    const arrived = beginArrival();
    for (const key of 'axj') press(key);
    let leave = later();
    await settled();
    leave();
    press('j');
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    leave = later();
    await settled();
    leave();
    arrived();
    expect(done).toEqual([]);
  });

  it('keeps nothing where everything is there', async () => {
    press('j');
    const leave = later();
    await settled();
    leave();
    expect(done).toEqual([]);
  });
});

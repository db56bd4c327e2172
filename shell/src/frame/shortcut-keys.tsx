import { KeyHint } from '@skein/ui/kbd';

const names: Record<string, string> = {
  mod: 'Mod',
  shift: 'Shift',
  alt: 'Alt',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  enter: 'Enter',
  space: 'Space',
};

const nameOf = (key: string) => names[key] ?? (key.length === 1 || /^f\d+$/.test(key) ? key.toUpperCase() : key);

/** Keys as actions write them (`g i`, `mod+k`), drawn. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const presses = keys.split(' ');
  return presses.length > 1 ? (
    <KeyHint sequence keys={presses.map(nameOf)} />
  ) : (
    <KeyHint keys={keys === '+' ? ['+'] : keys.split('+').map(nameOf)} />
  );
}

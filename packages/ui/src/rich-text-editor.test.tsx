import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RichTextEditor } from './rich-text-editor';
import type { EditorHandle, RichTextEditorProps } from './rich-text-editor';

let told: string[] = [];
let handle: EditorHandle | null = null;
const keep = (next: EditorHandle | null) => {
  handle = next;
};

function Page({ start, ...props }: { start: string } & Partial<RichTextEditorProps>) {
  const [value, setValue] = useState(start);
  return (
    <>
      <RichTextEditor
        label="Body"
        value={value}
        onValueChange={(next) => {
          told.push(next);
          setValue(next);
        }}
        onReady={keep}
        {...props}
      />
      <button type="button" onClick={() => setValue('<p>Another template</p>')}>
        Load another
      </button>
    </>
  );
}

// The test page has no layout; the editor only asks where its cursor is.
beforeAll(() => {
  const nowhere = new DOMRect();
  Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });
});
beforeEach(() => {
  told = [];
});

test('a template is shown with its fallbacks and is not touched by being shown', async () => {
  render(
    <Page
      start={'<p>{Hi|Hello} {{first_name | default: "there"}},</p><p>{{nope}}</p>'}
      variables={[{ key: 'first_name', label: 'First name' }]}
    />,
  );
  const box = await screen.findByRole('textbox', { name: 'Body' });
  await waitFor(() => expect(box.textContent).toContain('First namethere'));
  expect(box.querySelector('.chip-spin')?.textContent).toBe('Hi|Hello');
  expect(screen.getByRole('img', { name: /nope.*No lead has a field/ })).toBeTruthy();
  expect(told).toEqual([]);
});

test('a variable with a short fallback that is typed sign by sign becomes one chip', async () => {
  render(<Page start="<p>Hi </p>" />);
  const box = await screen.findByRole('textbox', { name: 'Body' });
  await waitFor(() => expect(handle).not.toBeNull());
  for (const sign of '{{first_name|there}}') act(() => handle?.insertText(sign));
  await waitFor(() => expect(told.at(-1)).toContain('{{first_name | default: "there"}}'));
  expect(box.querySelectorAll('.chip')).toHaveLength(1);
  for (const sign of ' {Hi|Hello}') act(() => handle?.insertText(sign));
  await waitFor(() => expect(box.querySelectorAll('.chip-spin')).toHaveLength(1));
});

test('what is inserted is told as the stored template; typed constructs become chips', async () => {
  render(<Page start={'<p Class="a">Hi &mdash;</p>\n<table><tr><td>x</td></tr></table>'} />);
  const box = await screen.findByRole('textbox', { name: 'Body' });
  await waitFor(() => expect(handle).not.toBeNull());
  act(() => {
    handle?.insertText('see {{company}} or {a|b} ');
  });
  await waitFor(() => expect(told.length).toBeGreaterThan(0));
  const last = told[told.length - 1] ?? '';
  expect(last).toContain('{{company}} or {a|b}');
  expect(last.endsWith('\n<table><tr><td>x</td></tr></table>')).toBe(true);
  expect(box.querySelectorAll('.chip')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Load another' }));
  await waitFor(() => expect(box.textContent).toBe('Another template'));
});

const variables = [
  { key: 'first_name', label: 'First name' },
  { key: 'last_name', label: 'Last name' },
  { key: 'Job Title', label: 'Job Title' },
];

/** An editor with the cursor at the end of its text. */
async function openWith(start: string, props: Partial<RichTextEditorProps> = {}) {
  render(<Page start={start} variables={variables} autoFocus {...props} />);
  const box = await screen.findByRole('textbox', { name: 'Body' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  return box;
}

const typeIn = (text: string) => {
  for (const sign of text) act(() => handle?.insertText(sign));
};
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const press = (box: HTMLElement, key: string) => act(() => void fireEvent.keyDown(box, { key }));

describe('variables at the cursor', () => {
  test.each(['{{', '/', '{{ '])(
    '%j opens the list, the letters after it narrow it, and Enter inserts',
    async (begin) => {
      const box = await openWith('<p>Hi </p>');
      typeIn(` ${begin}`);
      expect(options()).toHaveLength(6);
      typeIn('name');
      expect(options()).toEqual(['First namefirst_name', 'Last namelast_name', 'Sender’s first nameFrom the mailbox']);
      press(box, 'ArrowDown');
      expect(screen.getByRole('option', { selected: true }).textContent).toContain('Last name');
      press(box, 'Enter');
      expect(options()).toEqual([]);
      expect(told.at(-1)).toBe('<p>Hi {{last_name}}</p>');
      expect(box.querySelectorAll('.chip')).toHaveLength(1);
    },
  );

  test('Tab inserts and goes to the fallback', async () => {
    const box = await openWith('<p>Hi </p>');
    typeIn(' {{job');
    press(box, 'Tab');
    const field = await screen.findByRole('textbox', { name: /Fallback/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.change(field, { target: { value: 'your role' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(told.at(-1)).toBe('<p>Hi {{Job Title | default: "your role"}}</p>'));
    typeIn(', hello');
    expect(told.at(-1)).toBe('<p>Hi {{Job Title | default: "your role"}}, hello</p>');
  });

  test('Escape closes the list and leaves the text', async () => {
    const box = await openWith('<p>Hi </p>');
    typeIn(' /la');
    expect(options()).toHaveLength(1);
    press(box, 'Escape');
    expect(options()).toEqual([]);
    expect(box.textContent).toBe('Hi /la');
  });

  test('a variable that is not closed is unfinished while the cursor is in it, also where the list has nothing for it', async () => {
    const states: boolean[] = [];
    await openWith('<p>Hi </p>', { onUnfinished: (isUnfinished) => states.push(isUnfinished) });
    typeIn(' {{first_name');
    expect(states.at(-1)).toBe(true);
    typeIn('|there');
    expect(options()).toEqual([]);
    expect(states.at(-1)).toBe(true);
    typeIn('}}');
    expect(states.at(-1)).toBe(false);
    expect(told.at(-1)).toBe('<p>Hi {{first_name | default: "there"}}</p>');
    typeIn(' {{');
    act(() => (document.activeElement as HTMLElement).blur());
    await waitFor(() => expect(states.at(-1)).toBe(false));
  });
});

test.each(['html', 'line'] as const)('a short fallback that is pasted becomes a chip (%s)', async (format) => {
  const box = await openWith('', { format });
  act(() => {
    fireEvent.paste(box, {
      clipboardData: { getData: (type: string) => (type === 'text/plain' ? 'Hi {{Job Title|you}}!' : ''), files: [] },
    });
  });
  await waitFor(() => expect(box.querySelectorAll('.chip')).toHaveLength(1));
  expect(told.at(-1)).toContain('Hi {{Job Title | default: "you"}}!');
});

test('a short fallback that is stored is shown as a chip and stays as it was written', async () => {
  const box = await openWith('<p>Hi {{first_name|there}}</p>');
  await waitFor(() => expect(box.textContent).toBe('Hi First namethere'));
  typeIn('x');
  expect(told.at(-1)).toContain('{{first_name|there}}');
});

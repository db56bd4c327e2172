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

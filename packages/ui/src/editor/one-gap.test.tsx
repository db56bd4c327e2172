import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RichTextEditor, type EditorHandle } from '../rich-text-editor';

let told = '';
let handle: EditorHandle | null = null;
const keep = (next: EditorHandle | null) => {
  handle = next;
};

// The test page has no layout; the editor only asks where its cursor is.
beforeAll(() => {
  const nowhere = new DOMRect();
  Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });
});

/** An editor with the cursor behind its text, in which Enter is pressed twice before the next words. */
async function writeOn(start: string) {
  told = '';
  render(
    <RichTextEditor label="Body" value={start} onValueChange={(next) => (told = next)} onReady={keep} autoFocus />,
  );
  const box = await screen.findByRole('textbox', { name: 'Body' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  for (let presses = 0; presses < 2; presses += 1) act(() => void fireEvent.keyDown(box, { key: 'Enter' }));
  act(() => handle?.insertText('Next'));
  return box;
}

test.each([
  ['paragraphs', '<p>Hello,</p>', '<p>Hello,</p><p>Next</p>'],
  ['lines', '<div>Hello,</div>', '<div>Hello,</div><div><br></div><div>Next</div>'],
])('Enter twice gives one gap, between %s', async (_, start, end) => {
  await writeOn(start);
  expect(told).toBe(end);
});

test('lines stand close, paragraphs apart', async () => {
  const box = await writeOn('<p>One</p><div>Two</div>');
  expect([...box.children].map((block) => block.className)).toEqual(['', 'line', 'line', 'line']);
});

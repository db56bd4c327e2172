import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RichTextEditor, type EditorHandle, type TemplateVariable } from '../rich-text-editor';

let told = '';
let spread: string[][] = [];
let handle: EditorHandle | null = null;
const keep = (next: EditorHandle | null) => {
  handle = next;
};

function Page({ start, variable }: { start: string; variable: TemplateVariable }) {
  const [value, setValue] = useState(start);
  return (
    <RichTextEditor
      label="Body"
      value={value}
      onValueChange={(next) => {
        told = next;
        setValue(next);
      }}
      onReady={keep}
      variables={[variable]}
      onFallback={(...set) => spread.push(set)}
      autoFocus
    />
  );
}

// The test page has no layout; the editor only asks where its cursor is.
beforeAll(() => {
  const nowhere = new DOMRect();
  Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });
});
beforeEach(() => {
  told = '';
  spread = [];
});

async function open(start: string, variable: TemplateVariable) {
  render(<Page start={start} variable={variable} />);
  const box = await screen.findByRole('textbox', { name: 'Body' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  return box;
}
const type = (text: string) => {
  for (const sign of text) act(() => handle?.insertText(sign));
};

const press = (box: HTMLElement, key: string) => act(() => void fireEvent.keyDown(box, { key }));

const first = { key: 'first_name', label: 'First name', fallback: 'there' };

test('a field that has a fallback elsewhere begins with it, typed and chosen from the list', async () => {
  const box = await open('<p>Hi </p>', first);
  type(' {{first_name}}');
  expect(told).toBe('<p>Hi {{first_name | default: "there"}}</p>');
  type(' /fir');
  press(box, 'Enter');
  expect(told).toBe('<p>Hi {{first_name | default: "there"}} {{first_name | default: "there"}}</p>');
});

/** Gives a new chip of the city a fallback, after another one and one with a fallback of its own. */
async function setFallback(isEverywhere: boolean) {
  const box = await open('<p>{{city}}, {{city|Rome}}</p>', { key: 'city', label: 'City' });
  type(' /ci');
  press(box, 'Tab');
  const field = await screen.findByRole('textbox', { name: /Fallback/ });
  fireEvent.change(field, { target: { value: 'your town' } });
  const choice = screen.getByRole('checkbox', { name: 'Also where it has no fallback, in all steps and variants' });
  if (!isEverywhere) fireEvent.click(choice);
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
}
const set = '{{city | default: "your town"}}';

test('a fallback that is set in one place is given to all that have none, and told for the other texts', async () => {
  await setFallback(true);
  await waitFor(() => expect(told).toBe(`<p>${set}, {{city|Rome}} ${set}</p>`));
  expect(spread).toEqual([['city', 'your town']]);
});

test('a fallback that is meant for one place stays there', async () => {
  await setFallback(false);
  await waitFor(() => expect(told).toBe(`<p>{{city}}, {{city|Rome}} ${set}</p>`));
  expect(spread).toEqual([]);
});

test('a fallback with braces or a bar is refused by name, and the text stays as it was', async () => {
  const box = await open('<p>Hi</p>', { key: 'city', label: 'City' });
  type(' /ci');
  press(box, 'Tab');
  const field = await screen.findByRole('textbox', { name: /Fallback for City/ });
  for (const fallback of ['Quick idea for {{comp', 'a}', 'you | me']) {
    fireEvent.change(field, { target: { value: fallback } });
    expect(screen.getByText('A fallback is plain text, so it cannot contain {, } or |.')).toBeTruthy();
    fireEvent.submit(field);
    expect(told).toBe('<p>Hi {{city}}</p>');
  }
  fireEvent.change(field, { target: { value: 'your town' } });
  fireEvent.submit(field);
  await waitFor(() => expect(told).toBe(`<p>Hi ${set}</p>`));
});

test('a saved fallback with braces is marked, and gives way to one that is set elsewhere', async () => {
  const box = await open('<p>{{city | default: "Idea for {{comp"}}</p>', { key: 'city', label: 'City' });
  expect(screen.getByRole('img', { name: /The fallback contains a brace, so it is not used/ })).toBeTruthy();
  type(' /ci');
  press(box, 'Tab');
  const field = await screen.findByRole('textbox', { name: /Fallback/ });
  fireEvent.change(field, { target: { value: 'your town' } });
  fireEvent.submit(field);
  await waitFor(() => expect(told).toBe(`<p>${set} ${set}</p>`));
});

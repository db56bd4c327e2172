import { z } from 'zod';
import { UntranslatedTexts } from './untranslated';

const marks = { opens: '⟦', closes: '⟧' };

/** What is found in a page that shows this. */
async function foundIn(html: string, given: unknown = null, schema?: z.ZodType): Promise<string[]> {
  const texts = new UntranslatedTexts(document, marks);
  texts.given(given, schema);
  document.body.innerHTML = html;
  // Observers are told after the present turn.
  await Promise.resolve();
  return texts.take().map((text) => text.split(' — ')[0] ?? '');
}

it('finds texts and labels that are not translated', async () => {
  expect(
    await foundIn(
      '<p title="Leads">⟦Send⟧ <b>now</b></p><input placeholder="Search" aria-label="⟦Find⟧"><i aria-label="Close"></i>',
    ),
  ).toEqual(['Leads', 'now', 'Search', 'Close']);
});

it('leaves out what the test gave, whole or within a longer text', async () => {
  const given = { rows: [{ name: 'Yard time', email: 'rosa@firm.test', body: 'Hello Rosa, we met in Turin.' }] };
  expect(await foundIn('<p>⟦Move⟧ Yard time ⟦to⟧ rosa@firm.test</p><p>Hello Rosa, we…</p>', given)).toEqual([]);
  expect(await foundIn('<p>Move Yard time</p><p>in</p>', given)).toEqual(['Move Yard time', 'in']);
});

it('takes no code for data: pages say it in words', async () => {
  const schema = z.object({ rows: z.array(z.object({ state: z.enum(['paused', 'active']), name: z.string() })) });
  const given = { rows: [{ state: 'paused', name: 'Yard time' }] };
  expect(await foundIn('<p>paused</p><p>Paused</p><p>Yard time</p>', given, schema)).toEqual(['paused', 'Paused']);
});

it('leaves out what is the same in every language', async () => {
  expect(
    await foundIn(
      '<p>SMTP</p><p>6 min</p><p>4.8 MB</p><p>10:00 CET</p><p>ML</p><p>https://a.test/b</p><code>retry</code><b translate="no">co</b>',
    ),
  ).toEqual([]);
});

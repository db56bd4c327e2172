'use strict';
const { runInNewContext } = require('node:vm');
const ts = require('typescript');
const { messagesOf } = require('../src/texts/read-messages.cjs');
const { opens, pseudo } = require('../src/texts/pseudo.cjs');
const { isSound, translateSource } = require('../src/texts/translate-source.cjs');

const keysIn = (source, path = 'mfe-example/src/example.tsx') =>
  messagesOf(path, source)
    .filter(({ kind }) => kind !== 'locale')
    .map(({ key }) => key);
const inGerman = (source, words, path = 'mfe-example/src/example.tsx') =>
  translateSource(path, source, { language: 'de', translate: ({ key }) => words[key] });

describe('what is read', () => {
  it('takes what an element says as one message, with values and elements in their places', () => {
    expect(keysIn('const a = <p>Hello {lead.name}, you have <b>{count} new</b> replies. <Icon /></p>;')).toEqual([
      'Hello {name}, you have <1>{count} new</1> replies. <2/>',
    ]);
  });

  it('takes templates, labels, words with a capital, and branches of what is shown', () => {
    expect(keysIn(`const a = \`Delete \${name}?\`;`)).toEqual(['Delete {name}?']);
    expect(keysIn("const a = { label: 'done', kind: 'lead', state: 'Paused' };")).toEqual(['done', 'Paused']);
    expect(keysIn("const a = <b>{isNew ? 'new' : 'known'}</b>;")).toEqual(['new', 'known']);
  });

  it('takes a count with its noun as one message', () => {
    expect(keysIn("const a = counted(leads.length, 'lead');")).toEqual(['{length} lead | {length} leads']);
  });

  it.each([
    ['what is compared', "if (state === 'Paused Now') stop();"],
    ['classes and styles', 'const a = <p className="card big" style={{ font: "Inter Display" }} />;'],
    ['selectors', "list.closest('a, button, [role=menuitem]');"],
    ['addresses', `const a = \`/app/leads/\${id}\`;`],
    ['style sheets', 'const A = styled.p`color: red; margin: 1px 2px;`;'],
    ['what a comment calls a key', "const a = { label: /* key */ 'Out of office' };"],
  ])('leaves out %s', (_what, source) => {
    expect(keysIn(source)).toEqual([]);
  });

  it('takes what a comment calls a text', () => {
    expect(keysIn("if (state === /* text */ 'Paused') stop();")).toEqual(['Paused']);
  });

  it('takes the values of a table that a comment calls texts, and not its keys', () => {
    expect(keysIn("const a = /* text */ { 'In Doubt': 'sent', b: ['left', 'right'] } as const;")).toEqual([
      'sent',
      'left',
      'right',
    ]);
  });

  it('takes what a check of a contract says, and the labels of contracts', () => {
    const path = 'packages/contracts/src/example.ts';
    expect(keysIn(`const a = z.string().min(1, 'is required').max(9, \`has more than \${most}\`);`, path)).toEqual([
      'is required',
      'has more than {most}',
    ]);
    expect(keysIn("const a = { label: 'Sent', code: 'Paused' };", path)).toEqual(['Sent']);
  });

  it('takes sentences and errors of services, with their codes, and leaves statements to the database', () => {
    const path = 'backend/src/services/example.ts';
    expect(keysIn("const a = 'delete from lead where id = ?';", path)).toEqual([]);
    expect(keysIn("const a = 'purpose of a key';", path)).toEqual([]);
    expect(messagesOf(path, `throw new SkeinError('CONFLICT', \`\${name} was deleted.\`);`)).toEqual([
      expect.objectContaining({ key: '{name} was deleted.', code: 'CONFLICT' }),
    ]);
  });
});

describe('what is written', () => {
  it('puts values and elements where the translation names them', () => {
    const words = { 'Move <1>{name}</1> to {list}': 'Nach {list} verschieben: <1>{name}</1>' };
    expect(inGerman('const a = <p>Move <b>{name}</b> to {list}</p>;', words)).toBe(
      'const a = <p>{"Nach "}{list}{" verschieben: "}<b>{name}</b></p>;',
    );
  });

  it('translates within values too', () => {
    const words = { 'Delete {1}': 'Löschen: {1}', all: 'alle', one: 'einen' };
    expect(inGerman(`const a = \`Delete \${many ? 'all' : 'one'}\`;`, words)).toBe(
      `const a = \`Löschen: \${many ? "alle" : "einen"}\`;`,
    );
  });

  it('chooses the form of a noun by the rules of the language', () => {
    const words = {
      '{count} lead | {count} leads': { one: '{count} лид', few: '{count} лида', other: '{count} лидов' },
    };
    const source = translateSource('mfe-example/src/a.ts', "counted(count, 'lead')", {
      language: 'ru',
      translate: ({ key }) => words[key],
    });
    const say = (count) => runInNewContext(source, { count });
    expect([1, 3, 5].map(say)).toEqual(['1 лид', '3 лида', '5 лидов']);
  });

  it('writes figures and dates in the way of the language', () => {
    expect(inGerman("count.toLocaleString('en-US')", {})).toBe('count.toLocaleString("de")');
  });

  it('leaves what has no translation as it is', () => {
    const source = 'const a = <p title="Leads">Move {name}</p>;';
    expect(inGerman(source, {})).toBe(source);
  });

  it('marks every text in the pseudo language, and keeps the code one that can be run', () => {
    const source = `const a = <p title="Leads">Move <b>{name}</b> to {list ?? \`no “\${kind}”\`}</p>;`;
    const written = translateSource('mfe-example/src/a.tsx', source, pseudo({ accented: false }));
    expect(written.split(opens)).toHaveLength(6);
    const options = { reportDiagnostics: true, compilerOptions: { jsx: ts.JsxEmit.Preserve } };
    expect(ts.transpileModule(written, { ...options, fileName: 'a.tsx' }).diagnostics).toEqual([]);
  });
});

it('refuses a translation that names other values than its text', () => {
  expect(isSound('{count} of <1>{all}</1>', '<1>{all}</1>: {count}')).toBe(true);
  expect(isSound('{count} of {all}', '{count} von {alle}')).toBe(false);
  expect(isSound('{count} of <1>{all}</1>', '{count} von <1>{all}')).toBe(false);
});

import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  /** Every letter that is drawn, page after page, a line for each piece of text. */
  text: string;
  /** What programs show of the file: title, author, producer. */
  properties: string;
  /** Colours that something is filled with, #rrggbb. */
  fills: Set<string>;
  /** Width and height of each picture, in pixels. */
  pictures: [number, number][];
}

/** Reads back what a PDF shows, by its objects and the tables that its fonts carry: for tests, which cannot look at it. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g))
    objects.set(id, body);
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const [, head = '', data = ''] = /^([\s\S]*?)stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body) ?? [];
    const raw = Buffer.from(data, 'latin1');
    return (head.includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1');
  };
  const fontsOf = (page: string) => {
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? page;
    return new Map(
      [...(/\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)].map(
        ([, name = '', id = '']) => {
          const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '';
          return [name, lettersOf(streamOf(table))] as const;
        },
      ),
    );
  };
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  const contents = pages.map((page) => ({
    fonts: fontsOf(page),
    content: streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? ''),
  }));
  const info = objects.get(/\/Info (\d+) 0 R/.exec(file)?.[1] ?? '') ?? '';
  return {
    text: contents.map(({ content, fonts }) => drawnText(content, fonts)).join('\n'),
    properties: [...info.matchAll(/ (\d+) 0 R/g)]
      .map(([, id = '']) => objects.get(id) ?? '')
      .join('\n')
      .replaceAll('\u0000', ''),
    fills: new Set(contents.flatMap(({ content }) => fillsOf(content))),
    pictures: [...objects.values()]
      .filter((body) => body.includes('/Subtype /Image'))
      .map((body) => [Number(/\/Width (\d+)/.exec(body)?.[1]), Number(/\/Height (\d+)/.exec(body)?.[1])]),
  };
}

/** The letters of a font by its glyphs (ToUnicode). */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', , list = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    [...list.matchAll(/<(\w*)>/g)].forEach(([, code = ''], index) =>
      letters.set(
        Number.parseInt(from, 16) + index,
        String.fromCharCode(...(code.match(/.{4}/g) ?? []).map((part) => Number.parseInt(part, 16))),
      ),
    );
  return letters;
}

/** One operator a line, as the library writes them. */
function drawnText(content: string, fonts: ReadonlyMap<string, Map<number, string>>): string {
  const lines: string[] = [];
  let font: Map<number, string> | undefined;
  for (const line of content.split('\n')) {
    if (line.endsWith(' Tf')) font = fonts.get(line.slice(1, line.indexOf(' ')));
    if (line.endsWith(' TJ'))
      lines.push(
        [...line.matchAll(/<(\w+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => font?.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
          .join(''),
      );
  }
  return lines.join('\n');
}

const fillsOf = (content: string): string[] =>
  content
    .split('\n')
    .filter((line) => line.endsWith(' scn'))
    .map(
      (line) =>
        `#${line
          .split(' ')
          .slice(0, 3)
          .map((part) =>
            Math.round(Number(part) * 255)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
    );

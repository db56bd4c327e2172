import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { judgeColoursOnce, type JudgedColours } from './judged-colours';
import { putMarks } from './mark-texts';

/** axe itself, of the version that its Playwright package brings; written short, because each page that is loaded reads it. */
const { source } = createRequire(require.resolve('@axe-core/playwright'))('axe-core/axe.min.js') as { source: string };
/** WCAG 2.2, A and AA. */
const everything = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Themes differ in colours alone: what else axe reads of a page is the same in both. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
type Theme = 'light' | 'dark';
const other: Record<Theme, Theme> = { light: 'dark', dark: 'light' };

interface Finding {
  id: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/**
 * Runs in the page. axe reads the colours of every element on the way from a text to its background, and each time as if for the first:
 * a third of the time that it takes. A page has a few dozen colours.
 */
function readEachColourOnce(): void {
  const { Color } = (window as unknown as { axe: { commons: { color: { Color: { prototype: object } } } } }).axe.commons
    .color;
  const proto = Color.prototype as { parseString: (this: Colour, text: string) => Colour };
  const read = proto.parseString;
  const known = new Map<string, Colour>();
  proto.parseString = function (text) {
    const before = known.get(text);
    if (before) return Object.assign(this, before);
    read.call(this, text);
    known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
    return this;
  };
}

/** Marks of texts that axe has found legible, on whichever page of this worker. */
const legible = new Set<string>();

/** axe, once in a document. */
async function prepare(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(source);
  await page.evaluate(readEachColourOnce);
  await page.evaluate(putMarks);
  await page.evaluate(judgeColoursOnce, [...legible]);
  // A colour on its way from one theme to the other is neither.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
  });
}

/** Runs in the page: what axe finds in a theme. Nothing is left to find in one whose colours it has all judged before. */
async function look({ theme, runOnly, isAlways }: { theme: string; runOnly: object; isAlways: boolean }) {
  const { axe, judgedColours } = window as unknown as {
    axe: { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> };
    judgedColours: JudgedColours;
  };
  document.documentElement.dataset['theme'] = theme;
  if (!judgedColours.look() && !isAlways) return { violations: [], judged: [] };
  const { violations } = await axe.run(document, { iframes: false, runOnly, resultTypes: ['violations'] });
  return { violations, judged: judgedColours.takeJudged() };
}

/**
 * What axe finds in both themes of the page as it stands, by theme. Deliberate: axe runs in the page only and not through AxeBuilder, which
 * enters every frame: frames hold the mail of strangers, run no script and are not ours to judge.
 * @param options.leavesOther leaves the theme that is looked at last: drawing every colour and chart once more is half the work
 */
export async function findBarriers(page: Page, { leavesOther = false } = {}): Promise<Record<Theme, string[]>> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme']);
  await prepare(page);
  const found: Record<Theme, string[]> = { light: [], dark: [] };
  const first: Theme = before === 'dark' ? 'dark' : 'light';
  for (const theme of [first, other[first]]) {
    const isFirst = theme === first;
    const { violations, judged } = await page.evaluate(look, {
      theme,
      runOnly: isFirst ? everything : colours,
      isAlways: isFirst,
    });
    for (const mark of judged) legible.add(mark);
    found[theme] = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`).join('; ')}`,
    );
  }
  if (!leavesOther)
    await page.evaluate((theme) => {
      if (theme) document.documentElement.dataset['theme'] = theme;
      else delete document.documentElement.dataset['theme'];
    }, before);
  return found;
}

/** Both themes of the page as it stands have no barrier. */
export async function checkAccessibility(
  page: Page,
  name: string,
  options?: Parameters<typeof findBarriers>[1],
): Promise<void> {
  const found = await findBarriers(page, options);
  for (const theme of ['light', 'dark'] as const) expect.soft(found[theme], `${name}, ${theme}`).toEqual([]);
}

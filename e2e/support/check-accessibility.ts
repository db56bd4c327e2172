import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/** axe itself, of the version that its Playwright package brings. */
const { source } = createRequire(require.resolve('@axe-core/playwright'))('axe-core') as { source: string };
/** WCAG 2.2, A and AA. */
const everything = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Themes differ in colours alone: what else axe reads of a page is the same in both. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const rulesByTheme = { light: everything, dark: colours };

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

/**
 * Both themes of the page as it stands. Deliberate: axe runs in the page only and not through AxeBuilder, which enters every
 * frame: frames hold the mail of strangers, run no script and are not ours to judge.
 */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme']);
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(readEachColourOnce);
    // A colour on its way from one theme to the other is neither.
    await page.evaluate(() => {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important; }');
      document.adoptedStyleSheets.push(still);
    });
  }
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((next) => {
      document.documentElement.dataset['theme'] = next;
    }, theme);
    const violations = await page.evaluate(async (runOnly) => {
      const { axe } = window as unknown as {
        axe: { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> };
      };
      return (await axe.run(document, { iframes: false, runOnly, resultTypes: ['violations'] })).violations;
    }, rulesByTheme[theme]);
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`).join('; ')}`,
    );
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
  await page.evaluate((theme) => {
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  }, before);
}

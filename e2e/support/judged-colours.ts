import type { PageWithMarks } from './mark-texts';

interface AxeCheck {
  evaluate: (this: { data: (told: unknown) => void }, node: Element, ...rest: unknown[]) => unknown;
}

interface AxeRule {
  id: string;
  matches: (node: Element, ...rest: unknown[]) => boolean;
}

/** What stands in the page for `checkAccessibility`. */
export interface JudgedColours {
  /** Looks at the page as it stands. True when a text has colours that axe has not judged. */
  look(): boolean;
  /** What axe has found legible since it was asked last. */
  takeJudged(): string[];
}

/**
 * Runs in the page. Lets axe judge each pair of colours once: what it reads for a text of one page it has mostly read for another before.
 * A text is told by all that axe's rule reads: its colour, size, weight and shadow, what its ancestors paint, and what else lies at its
 * place, with the order in which these lie. Only what axe has measured and found legible is left out afterwards.
 * @param judged earlier, on this page or another
 */
export function judgeColoursOnce(judged: string[]): void {
  const known = new Set(judged);
  let fresh: string[] = [];
  let marks = new Map<Element, string>();
  const { rules, checks } = (
    window as unknown as { axe: { _audit: { rules: AxeRule[]; checks: Record<string, AxeCheck> } } }
  ).axe._audit;
  const rule = rules.find(({ id }) => id === 'color-contrast')!;
  const check = checks['color-contrast']!;
  const { matches } = rule;
  const { evaluate } = check;
  const isKnown = (node: Element) => known.has(marks.get(node) ?? '');
  rule.matches = (node, ...rest) => !isKnown(node) && matches.call(rule, node, ...rest);
  check.evaluate = function (node, ...rest) {
    if (isKnown(node)) return true;
    const tell = this.data;
    let told: { fgColor?: string; bgColor?: string } | undefined;
    this.data = (data) => {
      told = data as typeof told;
      tell.call(this, data);
    };
    const answer = evaluate.call(this, node, ...rest);
    this.data = tell;
    const mark = marks.get(node);
    // It answers true for what is hidden too.
    if (answer === true && mark && told?.fgColor && told.bgColor) {
      known.add(mark);
      fresh.push(mark);
    }
    return answer;
  };

  (window as unknown as { judgedColours: JudgedColours }).judgedColours = {
    look() {
      marks = (window as unknown as PageWithMarks).markTexts();
      return [...marks.values()].some((mark) => !known.has(mark));
    },
    takeJudged() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

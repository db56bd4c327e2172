import type { TemplateToken, TemplateVariable } from './describe-chip';
import { writeVariable } from './template-constructs';

/** A line of a list of variables. */
export interface VariableOption {
  source: string;
  label: string;
  detail: string;
  /** Whether a fallback can be given. */
  isField: boolean;
}

/** Fields and fixed pieces that answer a query: those that begin with it first, then those that contain it. */
export function variableOptions(
  query: string,
  variables: readonly TemplateVariable[],
  tokens: readonly TemplateToken[],
): VariableOption[] {
  const wanted = query.trim().toLowerCase().replace(/[_-]/g, ' ');
  const all: VariableOption[] = [
    ...variables.map((variable) => ({
      source: writeVariable({ key: variable.key, fallback: variable.fallback ?? null }),
      label: variable.label,
      detail: variable.emptyCount
        ? `empty for ${variable.emptyCount.toLocaleString('en-US')}`
        : variable.label === variable.key
          ? ''
          : variable.key,
      isField: true,
    })),
    ...tokens.map((token) => ({
      source: token.source,
      label: token.label,
      detail: 'From the mailbox',
      isField: false,
    })),
  ];
  const rank = ({ label, source }: VariableOption) => {
    // By its name, not by the fallback that it comes with.
    const names = [label, (source.split('|')[0] ?? '').replace(/[{}%]/g, '').trimEnd()].map((name) =>
      name.toLowerCase().replace(/[_-]/g, ' '),
    );
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return all
    .map((option, index) => ({ option, index, rank: rank(option) }))
    .filter((entry) => entry.rank < 2)
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ option }) => option);
}

const trigger = /(?:(\{\{)[ ]?|(?:^|[\s\uFFFC])(\/))([\p{L}\w.-]*(?: [\p{L}\w.-]+)?)$/u;

/** What is being looked for before the cursor: after `{{`, or after a `/` that begins a word. `length` counts the letters to replace. */
export function triggerBefore(text: string): { query: string; length: number } | null {
  const match = trigger.exec(text.slice(-60));
  if (!match) return null;
  const query = match[3] ?? '';
  if (match[2]) return query.includes(' ') ? null : { query, length: query.length + 1 };
  return { query, length: match[0].length };
}

/** How far before the cursor a variable can have begun that is still being typed, in characters. */
export const longestUnfinished = 60;

/** Whether the cursor is in a variable that is not closed yet; given the text before it. */
export function isInVariable(before: string): boolean {
  const near = before.slice(-longestUnfinished);
  const start = near.lastIndexOf('{{');
  return start >= 0 && !near.includes('}}', start);
}

import { hasTemplateBraces } from '@skein/template/braces';
import type { ChipDescription } from './chip-view';
import { kindOf, plainWords, readSpin, readVariable } from './template-constructs';

/** A field that a template can name. */
export interface TemplateVariable {
  /** As the template writes it: `first_name`. */
  key: string;
  /** As people say it: "First name". */
  label: string;
  group?: string;
  /** Leads without a value, of those the template will meet. */
  emptyCount?: number;
  /** What stands in for it elsewhere: a new chip begins with it. */
  fallback?: string;
}

/** A fixed piece like `%signature%`. */
export interface TemplateToken {
  source: string;
  label: string;
}

const described = (parts: readonly string[], title: string, rest: Partial<ChipDescription>): ChipDescription => ({
  kind: 'variable',
  parts,
  fallback: null,
  problem: null,
  title,
  ...rest,
});

/** What the chip of a construct says. Without a list of variables no key is wrong. */
export function describeChip(source: string, variables: readonly TemplateVariable[] | undefined): ChipDescription {
  const kind = kindOf(source);
  if (kind === 'token') return described([source], `Replaced when it is sent: ${source}`, { kind });
  if (kind === 'condition')
    return described([source.slice(2, -2).replace(/^-|-$/g, '').trim()], `Condition: ${source}`, { kind });
  if (kind === 'spin') {
    const parts = readSpin(source).map(plainWords);
    return described(parts, `Spintax, one of ${parts.length}: ${parts.join(', ')}`, { kind });
  }
  const variable = readVariable(source);
  if (!variable) return described([source.slice(2, -2).trim()], `Variable: ${source}`, {});
  const known = variables?.find((entry) => entry.key === variable.key);
  const label = known?.label ?? variable.key;
  const problem =
    variables && !known
      ? 'No lead has a field of this name'
      : variable.fallback && hasTemplateBraces(variable.fallback)
        ? 'The fallback contains a brace, so it is not used'
        : !variable.fallback && known?.emptyCount
          ? `Empty for ${known.emptyCount.toLocaleString('en-US')} ${known.emptyCount === 1 ? 'lead' : 'leads'}, no fallback`
          : null;
  return described(
    [label],
    `Variable ${label}, ${variable.fallback ? `fallback: ${variable.fallback}` : 'no fallback'}`,
    { fallback: variable.fallback, problem },
  );
}

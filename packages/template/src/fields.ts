import type { TemplateNode, TemplateProblem, TemplateTree } from './nodes';

/**
 * Fields every lead has, in the order in which they are offered: what is written most comes first. All others are custom fields of
 * the import; both are matched exactly, case included.
 */
export const SYSTEM_FIELDS = [
  'first_name',
  'last_name',
  'company_name',
  'email',
  'phone_number',
  'website',
  'location',
  'linkedin_profile',
  'company_url',
] as const;
export type SystemField = (typeof SYSTEM_FIELDS)[number];

/** One lead's merge data: system and custom fields in one flat record. */
export type LeadFields = Readonly<Record<string, unknown>>;

const BLANK = /^[\s\u00a0\u200b\ufeff]*$/;

/** The value of a field as text; null when the lead has none. Blank text counts as none; nested data is never merge data. */
export function fieldValue(fields: LeadFields, name: string): string | null {
  if (!Object.hasOwn(fields, name)) return null;
  const value = fields[name];
  if (typeof value === 'string') return BLANK.test(value) ? null : value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return null;
}

/** Calls `visit` for every node, in source order, inner ones included. */
export function walkNodes(nodes: readonly TemplateNode[], visit: (node: TemplateNode) => void): void {
  for (const node of nodes) {
    visit(node);
    if (node.kind === 'spin') for (const option of node.options) walkNodes(option, visit);
    else if (node.kind === 'if' || node.kind === 'case')
      for (const branch of node.branches) walkNodes(branch.nodes, visit);
    else if (node.kind === 'for') walkNodes(node.nodes, visit);
  }
}

/** A field that a template shows, and whether a text stands in when the lead has none. */
export interface UsedField {
  name: string;
  hasFallback: boolean;
}

/** The lead fields a template shows, each once, in order of first use. Loop variables and assigned names are left out. */
export function fieldsOf(tree: TemplateTree): UsedField[] {
  const local = new Set<string>();
  const found = new Map<string, UsedField>();
  const add = (name: string, hasFallback: boolean): void => {
    if (local.has(name)) return;
    const known = found.get(name);
    if (known) known.hasFallback &&= hasFallback;
    else found.set(name, { name, hasFallback });
  };
  walkNodes(tree.nodes, (node) => {
    if (node.kind === 'assign') local.add(node.name);
    if (node.kind === 'for') local.add(node.variable);
  });
  walkNodes(tree.nodes, (node) => {
    if (node.kind === 'variable') add(node.name, node.fallback !== null);
    if (node.kind === 'expression') for (const name of node.fields) add(name, node.fallback !== 'none');
  });
  return [...found.values()];
}

/** As many as the parser reports: nobody reads more, and each asks for the nearest name. */
const PROBLEM_LIMIT = 200;

/**
 * Reports every field that no lead of the campaign has (a misspelling, or a wrong case), with the nearest known name.
 * `known` holds the custom fields of the import; system fields are added here.
 */
export function findUnknownFields(tree: TemplateTree, known: Iterable<string>): TemplateProblem[] {
  const names = new Set<string>([...SYSTEM_FIELDS, ...known]);
  const used = new Set(fieldsOf(tree).map((field) => field.name));
  const problems: TemplateProblem[] = [];
  walkNodes(tree.nodes, (node) => {
    const mentioned = node.kind === 'variable' ? [node.name] : node.kind === 'expression' ? node.fields : [];
    for (const name of mentioned) {
      if (!used.has(name) || names.has(name) || problems.length >= PROBLEM_LIMIT) continue;
      const near = nearestName(name, names);
      const advice = near ? ` Did you mean {{${near}}}?` : '';
      problems.push({
        code: 'unknown_field',
        message: `No lead has a field named "${name}".${advice}`,
        start: node.start,
        end: node.end,
      });
    }
  });
  return problems;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

function nearestName(name: string, known: Iterable<string>): string | null {
  const wanted = plainName(name);
  let best: string | null = null;
  let bestDistance = wanted.length > 5 ? 3 : 2;
  for (const candidate of known) {
    const distance = editDistance(wanted, plainName(candidate), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance, given up at `limit`; names are cut at 60 characters. */
function editDistance(left: string, right: string, limit: number): number {
  const a = left.slice(0, 60);
  const b = right.slice(0, 60);
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return row[b.length]!;
}

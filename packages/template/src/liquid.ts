import { Context, Liquid, Value, toValueSync } from 'liquidjs';
import { formatDate, readDate } from './date-tags';
import { TemplateLimitError } from './nodes';

/** Filters a template may use. All are pure and linear; whatever reads files, other templates or the clock is left out. */
export const ALLOWED_FILTERS = new Set([
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'titlecase',
  'strip',
  'lstrip',
  'rstrip',
  'truncate',
  'truncatewords',
  'replace',
  'replace_first',
  'remove',
  'remove_first',
  'append',
  'prepend',
  'split',
  'join',
  'first',
  'last',
  'size',
  'slice',
  'sort',
  'uniq',
  'reverse',
  'compact',
  'plus',
  'minus',
  'times',
  'divided_by',
  'modulo',
  'round',
  'ceil',
  'floor',
  'abs',
  'at_least',
  'at_most',
  'escape',
  'url_encode',
  'strip_html',
  'strip_newlines',
  'date',
]);

const ENGINE_MEMORY = 200_000;

const engine = new Liquid({
  strictFilters: true,
  strictVariables: false,
  ownPropertyOnly: true,
  parseLimit: 10_000,
  memoryLimit: ENGINE_MEMORY,
  renderLimit: 500,
  templates: {},
});

// Deliberate: values are escaped when they are written, so this filter must not escape them a second time.
engine.registerFilter('escape', (value: unknown) => liquidText(value));
engine.registerFilter('titlecase', (value: unknown) =>
  liquidText(value).replace(/[\p{L}\p{N}]+/gu, (word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()),
);
engine.registerFilter('date', function (this: { context: Context }, value: unknown, format: unknown) {
  const now = Number(this.context.getSync(['sl_now']));
  const zone = String(this.context.getSync(['sl_zone']));
  const text = liquidText(value).trim();
  const instant = text === 'now' || text === 'today' ? now : readDate(text, zone);
  return Number.isNaN(instant) ? text : formatDate(instant, zone, typeof format === 'string' ? format : '%B %-d, %Y');
});

/** A Liquid value as the text that is shown. */
export function liquidText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(liquidText).join('');
  return '';
}

/** Liquid's truth: everything but nil and false; a blank field is nil here, as a person would expect. */
export function isLiquidTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

const CACHE_SIZE = 5_000;

interface Compiled {
  value: Value;
  /** Read when they are asked for, which takes as long again. */
  variables?: readonly string[];
}
const compiled = new Map<string, Compiled>();

/** Keeps the last few thousand. */
function compile(source: string): Compiled {
  const known = compiled.get(source);
  if (known) return known;
  const made = { value: new Value(source, engine) };
  if (compiled.size >= CACHE_SIZE) compiled.delete(compiled.keys().next().value!);
  compiled.set(source, made);
  return made;
}

/** Compiles an expression (filters included); throws when it is not valid Liquid. */
export function compileLiquid(source: string): Value {
  return compile(source).value;
}

/**
 * Evaluates an expression over `scope`. A filter that uses too much memory throws TemplateLimitError.
 * @param work what the expression costs (the letters of its source and those its filters went over) is told here
 */
export function evaluateLiquid(source: string, scope: object, work: (cost: number) => void = () => undefined): unknown {
  const context = new Context(scope, engine.options, {
    sync: true,
    memoryLimit: ENGINE_MEMORY,
    renderLimit: 500,
    ownPropertyOnly: true,
  });
  try {
    return toValueSync(compileLiquid(source).value(context, true) as never);
  } catch (error) {
    if (error instanceof Error && /limit exceeded/i.test(error.message)) throw new TemplateLimitError(error.message);
    return undefined;
  } finally {
    // What its limiter has counted is not declared.
    work(source.length + (context.memoryLimit as unknown as { base: number }).base);
  }
}

/** The names of the variables an expression reads, without their properties. */
export function variablesOfLiquid(source: string): readonly string[] {
  const found = compile(source);
  found.variables ??= [...new Set(engine.globalVariablesSync(engine.parse(`{{ ${source} }}`), { partials: false }))];
  return found.variables;
}

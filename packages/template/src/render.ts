import { hasTemplateBraces } from './braces';
import { dateTagText, type TemplateClock } from './date-tags';
import { escapeFor } from './escape';
import { fieldValue, type LeadFields } from './fields';
import { evaluateLiquid, isLiquidTrue, liquidText } from './liquid';
import {
  TEMPLATE_LIMITS,
  TemplateLimitError,
  type ExpressionNode,
  type ForNode,
  type OutputContext,
  type TemplateNode,
  type TemplateTree,
} from './nodes';
import { placeholderValue, type TemplateSender, type UnsubscribeOffer } from './placeholders';
import { spinChooser, type SpinMode, type SpinSeed } from './spin-choice';

/**
 * A value the template shows and the lead cannot fill. `absent`: no value and no default; `braces`: the value itself
 * holds `{{` or `{%`, so the mail would look unrendered; `unsafe_url`: it may not stand as a link; `too_large`: with this lead's
 * data the rendering goes beyond TEMPLATE_LIMITS (`name` is then GROWS_TOO_LARGE, no field).
 */
export interface MissingValue {
  name: string;
  reason: 'absent' | 'braces' | 'unsafe_url' | 'too_large';
}

export interface RenderInput {
  fields: LeadFields;
  sender: TemplateSender;
  seed: SpinSeed;
  mode: SpinMode;
  clock: TemplateClock;
  /** null leaves the unsubscribe placeholders empty, as in test mails. */
  unsubscribe?: UnsubscribeOffer | null;
  /** Keeps the spin choices of a subject apart from those of the body. Default `body`. */
  part?: string;
}

export interface RenderResult {
  text: string;
  /** Each name once. What is missing is left blank in `text`: the caller decides whether that may leave. */
  missing: MissingValue[];
  /** The option taken by each spin group that was reached, by the group's ordinal; -1 where it was not reached. */
  spinChoice: number[];
}

interface RenderState {
  input: RenderInput;
  isHtml: boolean;
  out: string[];
  length: number;
  steps: number;
  liquidWork: number;
  missing: Map<string, MissingValue>;
  spinChoice: number[];
  choose(ordinal: number, options: number): number;
  scope: Record<string, unknown> | null;
  locals: Record<string, unknown>;
}

/**
 * Renders a tree for one lead. Lead data is escaped for the place where it stands and is never read as template or
 * spintax. The same input gives the same bytes. Throws TemplateLimitError beyond TEMPLATE_LIMITS.
 */
export function renderTemplate(tree: TemplateTree, input: RenderInput): RenderResult {
  const state: RenderState = {
    input,
    isHtml: tree.format === 'html',
    out: [],
    length: 0,
    steps: 0,
    liquidWork: 0,
    missing: new Map(),
    spinChoice: new Array<number>(tree.spinCount).fill(-1),
    choose: spinChooser(input.seed, input.mode, input.part ?? 'body'),
    scope: null,
    locals: {},
  };
  renderNodes(state, tree.nodes);
  return { text: state.out.join(''), missing: [...state.missing.values()], spinChoice: state.spinChoice };
}

function write(state: RenderState, text: string): void {
  state.length += text.length;
  if (state.length > TEMPLATE_LIMITS.outputLength) throw new TemplateLimitError('The rendered text is too long.');
  state.out.push(text);
}

function miss(state: RenderState, name: string, reason: MissingValue['reason']): void {
  if (!state.missing.has(name)) state.missing.set(name, { name, reason });
}

function writeValue(state: RenderState, name: string, value: string, context: OutputContext): void {
  if (hasTemplateBraces(value)) miss(state, name, 'braces');
  if (!state.isHtml) return write(state, value);
  const escaped = escapeFor(context, value);
  if (escaped === null) miss(state, name, 'unsafe_url');
  else write(state, escaped);
}

function renderNodes(state: RenderState, nodes: readonly TemplateNode[]): void {
  for (const node of nodes) {
    if (++state.steps > TEMPLATE_LIMITS.steps) throw new TemplateLimitError('The template takes too many steps.');
    switch (node.kind) {
      case 'text':
        write(state, node.text);
        break;
      case 'variable': {
        // A variable without a value becomes its fallback; one that has none of these is missing.
        const local = Object.hasOwn(state.locals, node.name) ? liquidText(state.locals[node.name]) : null;
        const value = local ?? fieldValue(state.input.fields, node.name) ?? node.fallback;
        if (value === null) miss(state, node.name, 'absent');
        else writeValue(state, node.name, value, node.context);
        break;
      }
      case 'expression':
        renderExpression(state, node);
        break;
      case 'placeholder': {
        const value = placeholderValue(
          node.name,
          state.input.sender,
          state.input.unsubscribe ?? null,
          state.isHtml ? node.context : 'plain',
        );
        if (value === null) miss(state, `%${node.name}%`, 'absent');
        else write(state, value);
        break;
      }
      case 'spin': {
        const choice = state.choose(node.ordinal, node.options.length);
        state.spinChoice[node.ordinal] = choice;
        renderNodes(state, node.options[choice]!);
        break;
      }
      case 'if': {
        const branch = node.branches.find(
          ({ condition, negate }) => condition === null || isLiquidTrue(evaluate(state, condition)) !== negate,
        );
        if (branch) renderNodes(state, branch.nodes);
        break;
      }
      case 'case': {
        const subject = evaluate(state, node.subject);
        const branch = node.branches.find(
          ({ values }) => values === null || values.some((value) => evaluate(state, value) === subject),
        );
        if (branch) renderNodes(state, branch.nodes);
        break;
      }
      case 'for':
        renderLoop(state, node);
        break;
      case 'assign': {
        const value = evaluate(state, node.liquid);
        if (typeof value === 'string' && value.length > TEMPLATE_LIMITS.localLength)
          throw new TemplateLimitError('An assigned value is too long.');
        state.locals[node.name] = value;
        if (state.scope) state.scope[node.name] = value;
        break;
      }
    }
  }
}

function renderLoop(state: RenderState, node: ForNode): void {
  const collection = evaluate(state, node.collection);
  let items = Array.isArray(collection)
    ? (collection as unknown[]).slice(0, TEMPLATE_LIMITS.loopRounds)
    : typeof collection === 'string'
      ? [collection]
      : [];
  if (node.reversed) items = items.reverse();
  if (node.limit !== null) items = items.slice(0, node.limit);
  const before = state.locals;
  for (const item of items) {
    state.locals = { ...state.locals, [node.variable]: item };
    state.scope = null;
    renderNodes(state, node.nodes);
  }
  state.locals = before;
  state.scope = null;
}

/** The scope Liquid sees: the lead's own non-blank fields, the date tags, loop and assigned names. Built when first needed. */
function scopeOf(state: RenderState): Record<string, unknown> {
  if (state.scope) return state.scope;
  const { fields, clock } = state.input;
  const scope = Object.create(null) as Record<string, unknown>;
  const names = Object.keys(fields);
  // It is made anew for each round of a loop.
  state.liquidWork += names.length;
  for (const name of names) {
    const value = fieldValue(fields, name);
    if (value !== null)
      scope[name] = typeof fields[name] === 'boolean' || typeof fields[name] === 'number' ? fields[name] : value;
  }
  scope.sl_now = clock.now;
  scope.sl_zone = clock.zone;
  scope.sl_time_of_day = dateTagText('sl_time_of_day', [], clock);
  scope.sl_day_of_week = dateTagText('sl_day_of_week', [], clock);
  return (state.scope = Object.assign(scope, state.locals));
}

function evaluate(state: RenderState, liquid: string, scope = scopeOf(state)): unknown {
  return evaluateLiquid(liquid, scope, (cost) => {
    state.liquidWork += cost;
    if (state.liquidWork > TEMPLATE_LIMITS.liquidWork)
      throw new TemplateLimitError('The expressions of the template take too much work.');
  });
}

function renderExpression(state: RenderState, node: ExpressionNode): void {
  const { head } = node;
  const name = head.kind === 'field' ? head.name : node.raw;
  if (head.kind === 'date' && node.liquid.trim() === 'sl_value') {
    return writeValue(state, name, dateTagText(head.tag, head.parameters, state.input.clock), node.context);
  }
  const scope = scopeOf(state);
  if (head.kind === 'field')
    scope.sl_value = Object.hasOwn(state.locals, head.name) ? state.locals[head.name] : (scope[head.name] ?? null);
  else if (head.kind === 'date') scope.sl_value = dateTagText(head.tag, head.parameters, state.input.clock);
  const text = liquidText(evaluate(state, node.liquid, scope));
  const isBlank = text.trim() === '';
  if (node.fallback === 'none' || (node.fallback === 'field' && isBlank)) {
    const blank = node.fields.filter((field) => scope[field] === undefined || scope[field] === null);
    for (const field of blank) miss(state, field, 'absent');
    if (blank.length === 0 && isBlank) miss(state, name, 'absent');
    if (blank.length > 0) return;
  }
  writeValue(state, name, text, node.context);
}

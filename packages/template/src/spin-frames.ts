import {
  type SpinNode,
  type TemplateNode,
  TEMPLATE_LIMITS,
  type CaseNode,
  type ForNode,
  type IfNode,
  type ProblemCode,
  type TemplateFormat,
  type TemplateProblem,
} from './nodes';
import type { HtmlPosition } from './html-position';

/** An open construct. `nodes` is where the next node goes; `html` the markup position at its opening. */
export type Frame = { start: number; nodes: TemplateNode[]; html: HtmlPosition | null } & (
  | { kind: 'root' }
  | { kind: 'spin'; node: SpinNode }
  | { kind: 'if'; node: IfNode; keyword: 'if' | 'unless' }
  | { kind: 'case'; node: CaseNode }
  | { kind: 'for'; node: ForNode }
  | { kind: 'comment'; raw: string }
);

/** A problem of the text and where it is. */
export interface ProblemPlace {
  code: ProblemCode;
  message: string;
  start: number;
  end: number;
}

export interface ParserState {
  source: string;
  format: TemplateFormat;
  frames: Frame[];
  problems: TemplateProblem[];
  spinCount: number;
  nodeCount: number;
  textFrom: number;
  html: HtmlPosition | null;
  flushText(state: ParserState, end: number): void;
  report(state: ParserState, problem: ProblemPlace): void;
}

export function copy(position: HtmlPosition | null): HtmlPosition | null {
  return position === null ? null : { ...position };
}

export function isTooDeep(state: ParserState, start: number): boolean {
  if (state.frames.length <= TEMPLATE_LIMITS.depth) return false;
  state.report(state, {
    code: 'too_deep',
    message: `Braces and blocks may be nested ${TEMPLATE_LIMITS.depth} deep.`,
    start,
    end: start + 1,
  });
  return true;
}

/** Opens `{`. False when it is nested too deep: it stays text. */
export function openSpin(state: ParserState, start: number): boolean {
  if (isTooDeep(state, start)) return false;
  const node: SpinNode = { kind: 'spin', ordinal: 0, options: [[]], start, end: start };
  state.frames.push({ kind: 'spin', node, start, nodes: node.options[0]!, html: copy(state.html) });
  return true;
}

/** `|`: begins the next option when a spin group is open. */
export function nextOption(state: ParserState): boolean {
  const frame = state.frames.at(-1)!;
  if (frame.kind !== 'spin') return false;
  frame.nodes = [];
  frame.node.options.push(frame.nodes);
  state.html = copy(frame.html);
  return true;
}

/** `}`: closes the open spin group. False when none is open. */
export function closeSpin(state: ParserState, index: number): boolean {
  const frame = state.frames.at(-1)!;
  if (frame.kind !== 'spin') return false;
  state.frames.pop();
  const { node } = frame;
  node.end = index + 1;
  if (node.options.length < 2) {
    state.report(state, {
      code: 'spin_without_choice',
      message:
        'Single braces need at least two choices, {one|two}. A variable has two braces; write \\{ to show a brace.',
      start: node.start,
      end: node.end,
    });
  }
  state.nodeCount++;
  state.frames.at(-1)!.nodes.push(node);
  return true;
}

/** The unclosed spin groups at the top of the stack, down to `depth`, become text again; what they held stays. */
export function dissolveSpins(state: ParserState, depth: number): void {
  const below = state.frames.findLastIndex((frame, index) => frame.kind !== 'spin' || index < depth);
  const open = state.frames.splice(below + 1) as (Frame & { kind: 'spin' })[];
  for (const { start } of open.toReversed())
    state.report(state, {
      code: 'unclosed_brace',
      message: 'This brace is not closed. Write \\{ to show a brace.',
      start,
      end: start + 1,
    });
  // From the outermost inwards, so each part is moved once: an unclosed group is the last part of the one around it.
  const nodes = state.frames.at(-1)!.nodes;
  for (const { node, start } of open) {
    nodes.push(character('{', start));
    node.options.forEach((option, index) => {
      if (index > 0) nodes.push(character('|', option[0]?.start ?? start));
      for (const part of option) nodes.push(part);
    });
  }
}

const character = (text: string, start: number): TemplateNode => ({
  kind: 'text',
  text,
  raw: text,
  start,
  end: start + 1,
});

import type { CaseNode, ForNode, IfNode, TemplateNode } from './nodes';
import { checkExpression, cleanInside } from './read-output';
import { dissolveSpins, type Frame, type ParserState, copy, isTooDeep } from './spin-frames';

export interface BlockTag {
  keyword: string;
  rest: string;
  raw: string;
  start: number;
  end: number;
}

/** Closes every frame above `depth` that the source left open. */
function closeOpen(state: ParserState, depth: number, end: number): void {
  while (state.frames.length > depth) {
    if (state.frames.at(-1)!.kind === 'spin') {
      dissolveSpins(state, depth);
      continue;
    }
    const frame = state.frames.pop()!;
    if (frame.kind === 'comment') {
      state.report(state, {
        code: 'unclosed_block',
        message: 'This comment has no {% endcomment %}.',
        start: frame.start,
        end: frame.start + 2,
      });
    } else if (frame.kind !== 'root') {
      state.report(state, {
        code: 'unclosed_block',
        message: `This {% ${frame.kind} %} has no {% end${frame.kind} %}.`,
        start: frame.start,
        end: frame.start + 2,
      });
      frame.node.end = end;
      state.frames.at(-1)!.nodes.push(frame.node);
    }
  }
}

/** At the end of the source: closes all, and numbers the spin groups in source order. */
export function closeAll(state: ParserState, end: number): void {
  closeOpen(state, 1, end);
  numberSpins(state, state.frames[0]!.nodes);
}

function numberSpins(state: ParserState, nodes: TemplateNode[]): void {
  for (const node of nodes) {
    if (node.kind === 'spin') {
      node.ordinal = state.spinCount++;
      for (const option of node.options) numberSpins(state, option);
    } else if (node.kind === 'if' || node.kind === 'case')
      for (const branch of node.branches) numberSpins(state, branch.nodes);
    else if (node.kind === 'for') numberSpins(state, node.nodes);
  }
}

// Both read what cleanInside has made one line with single spaces.
const ASSIGN = /^([a-zA-Z_]\w{0,60}) ?= ?(.+)$/;
const LOOP = /^([a-zA-Z_]\w{0,60}) in (.+)$/;

/** Handles one `{% … %}`. */
export function handleBlockTag(state: ParserState, tag: BlockTag): void {
  const rest = cleanInside(tag.rest, state.format === 'html');
  const inComment = state.frames.at(-1)!.kind === 'comment';
  if (inComment && tag.keyword !== 'endcomment') return;
  switch (tag.keyword) {
    case 'if':
    case 'unless':
      return openBlock(state, tag, () => {
        checkLiquid(state, tag, rest);
        const nodes: TemplateNode[] = [];
        const branch = { condition: rest, negate: tag.keyword === 'unless', nodes, raw: tag.raw };
        const node: IfNode = { kind: 'if', branches: [branch], endRaw: '', start: tag.start, end: tag.end };
        return { kind: 'if', keyword: tag.keyword as 'if', node, start: tag.start, nodes, html: copy(state.html) };
      });
    case 'case':
      return openBlock(state, tag, () => {
        checkLiquid(state, tag, rest);
        const node: CaseNode = {
          kind: 'case',
          subject: rest,
          branches: [],
          raw: tag.raw,
          endRaw: '',
          start: tag.start,
          end: tag.end,
        };
        return { kind: 'case', node, start: tag.start, nodes: [], html: copy(state.html) };
      });
    case 'for':
      return openBlock(state, tag, () => {
        const node = readLoop(state, tag, rest);
        return { kind: 'for', node, start: tag.start, nodes: node.nodes, html: copy(state.html) };
      });
    case 'comment':
      return openBlock(state, tag, () => ({
        kind: 'comment',
        raw: tag.raw,
        start: tag.start,
        nodes: [],
        html: copy(state.html),
      }));
    case 'elsif':
    case 'else':
    case 'when':
      return nextBranch(state, tag, rest);
    case 'endif':
    case 'endunless':
    case 'endcase':
    case 'endfor':
    case 'endcomment':
      return closeBlock(state, tag);
    case 'assign':
      return readAssign(state, tag, rest);
    default:
      state.report(state, {
        code: 'unknown_tag',
        message: `There is no tag {% ${tag.keyword} %}. Use if, unless, case, for, assign or comment.`,
        start: tag.start,
        end: tag.end,
      });
  }
}

function readAssign(state: ParserState, tag: BlockTag, rest: string): void {
  const match = ASSIGN.exec(rest);
  if (!match)
    return state.report(state, {
      code: 'invalid_expression',
      message: 'Write {% assign name = value %}.',
      start: tag.start,
      end: tag.end,
    });
  checkLiquid(state, tag, match[2]!);
  state.nodeCount++;
  state.frames.at(-1)!.nodes.push({
    kind: 'assign',
    name: match[1]!,
    liquid: match[2]!,
    raw: tag.raw,
    start: tag.start,
    end: tag.end,
  });
}

function checkLiquid(state: ParserState, tag: BlockTag, liquid: string): void {
  const found = liquid
    ? checkExpression(liquid)
    : { code: 'invalid_expression' as const, message: `{% ${tag.keyword} %} needs a condition.` };
  if (found) state.report(state, { code: found.code, message: found.message, start: tag.start, end: tag.end });
}

function openBlock(state: ParserState, tag: BlockTag, makeFrame: () => Frame): void {
  if (!isTooDeep(state, tag.start)) state.frames.push(makeFrame());
}

function readLoop(state: ParserState, tag: BlockTag, rest: string): ForNode {
  const node: ForNode = {
    kind: 'for',
    variable: 'item',
    collection: '',
    limit: null,
    reversed: false,
    nodes: [],
    raw: tag.raw,
    endRaw: '',
    start: tag.start,
    end: tag.end,
  };
  const match = LOOP.exec(rest);
  if (!match) {
    state.report(state, {
      code: 'invalid_expression',
      message: 'Write {% for item in list %}.',
      start: tag.start,
      end: tag.end,
    });
    return node;
  }
  let collection = match[2]!;
  collection = collection.replace(/ limit: ?(\d{1,4})/, (_, limit: string) => ((node.limit = Number(limit)), ''));
  collection = collection.replace(/ reversed\b/, () => ((node.reversed = true), ''));
  node.variable = match[1]!;
  node.collection = collection.trim();
  checkLiquid(state, tag, node.collection);
  return node;
}

/** The innermost open block, as its depth; unclosed spin groups above it are closed first. */
function reachBlock(state: ParserState, tag: BlockTag, kinds: readonly string[]): Frame | null {
  const depth = state.frames.findLastIndex((frame) => frame.kind !== 'spin' && frame.kind !== 'root');
  const frame = state.frames[depth];
  if (!frame || !kinds.includes(frame.kind)) {
    state.report(state, {
      code: 'stray_block_tag',
      message: `This {% ${tag.keyword} %} has no opening tag.`,
      start: tag.start,
      end: tag.end,
    });
    return null;
  }
  closeOpen(state, depth + 1, tag.start);
  return frame;
}

function nextBranch(state: ParserState, tag: BlockTag, rest: string): void {
  const frame = reachBlock(
    state,
    tag,
    tag.keyword === 'elsif' ? ['if'] : tag.keyword === 'when' ? ['case'] : ['if', 'case'],
  );
  if (!frame) return;
  const nodes: TemplateNode[] = [];
  if (frame.kind === 'if') {
    if (tag.keyword === 'elsif') checkLiquid(state, tag, rest);
    frame.node.branches.push({ condition: tag.keyword === 'else' ? null : rest, negate: false, nodes, raw: tag.raw });
  } else if (frame.kind === 'case') {
    const values = tag.keyword === 'else' ? null : splitValues(rest);
    for (const value of values ?? []) checkLiquid(state, tag, value);
    frame.node.branches.push({ values, nodes, raw: tag.raw });
  }
  frame.nodes = nodes;
  state.html = copy(frame.html);
}

/** Splits `"a", "b" or c` outside of quotes. */
function splitValues(rest: string): string[] {
  return (rest.match(/(?:"[^"]*"|'[^']*'|[^,"'\s]+)/g) ?? []).filter((value) => value !== 'or');
}

function closeBlock(state: ParserState, tag: BlockTag): void {
  const kind = tag.keyword === 'endunless' ? 'if' : tag.keyword.slice(3);
  const frame = reachBlock(state, tag, [kind]);
  if (!frame || frame.kind === 'root' || frame.kind === 'spin') return;
  state.frames.pop();
  const nodes = state.frames.at(-1)!.nodes;
  if (frame.kind === 'comment') {
    nodes.push({
      kind: 'text',
      text: '',
      raw: state.source.slice(frame.start, tag.end),
      start: frame.start,
      end: tag.end,
    });
    return;
  }
  if (frame.kind === 'if' && (tag.keyword === 'endunless') !== (frame.keyword === 'unless')) {
    state.report(state, {
      code: 'stray_block_tag',
      message: `{% ${frame.keyword} %} is closed by {% ${tag.keyword} %}.`,
      start: tag.start,
      end: tag.end,
    });
  }
  state.nodeCount++;
  frame.node.endRaw = tag.raw;
  frame.node.end = tag.end;
  nodes.push(frame.node);
}

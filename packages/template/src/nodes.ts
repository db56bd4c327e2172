/** How the source is written: `html` for bodies with markup, `text` for subjects and plain bodies. */
export type TemplateFormat = 'html' | 'text';

/**
 * Where in the document a value will stand; it decides how the value is escaped.
 * `url` is the very beginning of an href or src, `url-part` further on in it, `url-query` behind its question mark,
 * `opaque` the inside of a style element or a comment.
 */
export type OutputContext = 'text' | 'attribute' | 'unquoted' | 'url' | 'url-part' | 'url-query' | 'opaque';

/** Offsets are UTF-16 code units in the source; `end` is exclusive. */
export interface SourceRange {
  start: number;
  end: number;
}

export interface TextNode extends SourceRange {
  kind: 'text';
  text: string;
  raw: string;
}

/** `{{ name }}` or `{{ name | default: "x" }}`: the common case, rendered without Liquid. */
export interface VariableNode extends SourceRange {
  kind: 'variable';
  name: string;
  fallback: string | null;
  context: OutputContext;
  raw: string;
}

/** What stands before the first pipe of an output. */
export type ExpressionHead =
  | { kind: 'field'; name: string }
  | { kind: 'date'; tag: DateTagName; parameters: string[] }
  | { kind: 'liquid' };

/** Any other `{{ … }}`: evaluated by Liquid. `liquid` is the text that Liquid compiles. */
export interface ExpressionNode extends SourceRange {
  kind: 'expression';
  head: ExpressionHead;
  liquid: string;
  /** Every field whose value the output shows (not those it only tests). */
  fields: string[];
  /** `none`: a blank field is missing; `literal`: a text stands in; `field`: another field stands in. */
  fallback: 'none' | 'literal' | 'field';
  context: OutputContext;
  raw: string;
}

export type DateTagName = 'sl_time_of_day' | 'sl_day_of_week' | 'sl_date';

export type PlaceholderName =
  | 'signature'
  | 'unsubscribe-text'
  | 'unsubscribe-link'
  | 'sender-name'
  | 'sender-firstname'
  | 'sender-lastname'
  | 'sender-email'
  | 'sender-domain';

export interface PlaceholderNode extends SourceRange {
  kind: 'placeholder';
  name: PlaceholderName;
  context: OutputContext;
  raw: string;
}

/** `{a|b}`. `ordinal` counts the spin groups in source order, so that a choice is stable under nesting. */
export interface SpinNode extends SourceRange {
  kind: 'spin';
  ordinal: number;
  options: TemplateNode[][];
}

export interface ConditionBranch {
  /** null for `else`. */
  condition: string | null;
  negate: boolean;
  nodes: TemplateNode[];
  raw: string;
}

export interface IfNode extends SourceRange {
  kind: 'if';
  branches: ConditionBranch[];
  endRaw: string;
}

export interface CaseBranch {
  /** Liquid values compared with the subject; null for `else`. */
  values: string[] | null;
  nodes: TemplateNode[];
  raw: string;
}

export interface CaseNode extends SourceRange {
  kind: 'case';
  subject: string;
  branches: CaseBranch[];
  raw: string;
  endRaw: string;
}

export interface ForNode extends SourceRange {
  kind: 'for';
  variable: string;
  collection: string;
  limit: number | null;
  reversed: boolean;
  nodes: TemplateNode[];
  raw: string;
  endRaw: string;
}

export interface AssignNode extends SourceRange {
  kind: 'assign';
  name: string;
  liquid: string;
  raw: string;
}

export type TemplateNode =
  | TextNode
  | VariableNode
  | ExpressionNode
  | PlaceholderNode
  | SpinNode
  | IfNode
  | CaseNode
  | ForNode
  | AssignNode;

export type ProblemCode =
  | 'unclosed_brace'
  | 'stray_brace'
  | 'spin_without_choice'
  | 'unclosed_variable'
  | 'empty_variable'
  | 'invalid_expression'
  | 'unknown_filter'
  | 'unknown_tag'
  | 'unclosed_block'
  | 'stray_block_tag'
  | 'markup_in_variable'
  | 'unknown_placeholder'
  | 'unknown_field'
  | 'too_deep'
  | 'too_large';

/**
 * One thing wrong with a template. It blocks a launch, since the text would reach a prospect as it stands; only `unknown_field` is a hint
 * (`problemsOf` in check-templates.ts): what blocks is a lead without the value (MISSING_MERGE_DATA in engine/sending/launch-gate.ts).
 */
export interface TemplateProblem extends SourceRange {
  code: ProblemCode;
  message: string;
}

export interface TemplateTree {
  format: TemplateFormat;
  source: string;
  nodes: TemplateNode[];
  problems: TemplateProblem[];
  spinCount: number;
}

/** Limits. A template beyond them is refused by the parser; a rendering beyond them throws TemplateLimitError. */
export const TEMPLATE_LIMITS = {
  /** The longest body that the contracts take. */
  sourceLength: 100_000,
  depth: 20,
  nodes: 20_000,
  variableLength: 1_000,
  outputLength: 1_000_000,
  steps: 100_000,
  loopRounds: 50,
  localLength: 20_000,
  /**
   * What all Liquid of one rendering may cost together (see evaluateLiquid): some tenths of a second, where ordinary
   * mails take some hundreds of letters.
   */
  liquidWork: 500_000,
} as const;

export class TemplateLimitError extends Error {
  override name = 'TemplateLimitError';
}

/**
 * The templates of Skein: one parser and one renderer, used by the editor's preview and by the sender. No I/O, no clock,
 * no randomness of its own. Deliberate: this file is the package's front door; the parts can also be imported one by one.
 */
export { parseTemplate, looksLikeHtml, type ParseOptions } from './parse';
export { renderTemplate, type MissingValue, type RenderInput, type RenderResult } from './render';
export { checkLead, checkSender, GROWS_TOO_LARGE } from './check-lead';
export {
  fieldsOf,
  findUnknownFields,
  SYSTEM_FIELDS,
  type LeadFields,
  type SystemField,
  type UsedField,
} from './fields';
export { printTemplate } from './print';
export {
  TEMPLATE_LIMITS,
  TemplateLimitError,
  type ProblemCode,
  type TemplateFormat,
  type TemplateProblem,
  type TemplateTree,
} from './nodes';
export type { SpinMode, SpinSeed } from './spin-choice';
export type { TemplateClock } from './date-tags';
export type { TemplateSender, UnsubscribeOffer } from './placeholders';

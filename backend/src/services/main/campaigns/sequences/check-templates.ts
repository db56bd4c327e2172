import { isBlankHtml } from '@skein/template/blank-html';
import type { StepInput, templateProblem } from '@skein/contracts/main/sequence-views';
import { checkLead, findUnknownFields, SYSTEM_FIELDS, type TemplateTree } from '@skein/template';
import { parseStep } from '@skein/template/compose';
import type { z } from 'zod';

export type SequenceProblem = z.output<typeof templateProblem>;

/** Each field holds a short text, so that a condition on one of them is met. */
const exampleFields = Object.fromEntries(SYSTEM_FIELDS.map((name) => [name, 'Example']));

/** Of one text: a person mends the first ones first, and thousands would keep the server busy with the answer alone. */
const mostProblems = 50;

/**
 * What is wrong in the texts of a sequence: what does not parse, fields that no lead has, an empty body, a first step
 * without subject. `customFields` are the names that leads of the campaign have; null when it has no leads yet, so that
 * nothing is called unknown before the import.
 */
export function checkTemplates(steps: readonly StepInput[], customFields: readonly string[] | null): SequenceProblem[] {
  const problems: SequenceProblem[] = [];
  const firstEmail = steps.findIndex((step) => step.seq_type === 'EMAIL');
  for (const [index, step] of steps.entries()) {
    if (step.seq_type !== 'EMAIL') continue;
    for (const [place, variant] of step.variants.entries()) {
      const at = { seq_number: index + 1, variant_label: variant.variant_label ?? labelOf(place) };
      const trees = parseStep({ subject: variant.subject, body: variant.email_body });
      for (const [part, tree] of [
        ['subject', trees.subject],
        ['body', trees.body],
      ] as const) {
        for (const found of problemsOf(tree, customFields)) problems.push({ ...at, part, ...found });
      }
      if (!variant.is_paused && isBlankHtml(variant.email_body))
        problems.push({
          ...at,
          part: 'body',
          code: 'empty_body',
          message: 'The body is empty.',
          start: 0,
          end: 0,
          is_blocking: true,
        });
      if (!variant.is_paused && index === firstEmail && variant.subject.trim() === '')
        problems.push({
          ...at,
          part: 'subject',
          code: 'empty_subject',
          message: 'The first email needs a subject.',
          start: 0,
          end: 0,
          is_blocking: true,
        });
    }
  }
  return problems;
}

/** A to Z by place. */
export const labelOf = (place: number): string => String.fromCharCode(65 + place);

type FoundProblem = Pick<SequenceProblem, 'code' | 'message' | 'start' | 'end' | 'is_blocking'>;

/** What is wrong in one subject or body. */
function problemsOf(tree: TemplateTree, customFields: readonly string[] | null): FoundProblem[] {
  const found = ({ code, message, start, end }: Omit<FoundProblem, 'is_blocking'>, is_blocking: boolean) => ({
    code,
    message,
    start,
    end,
    is_blocking,
  });
  const parsing = tree.problems.slice(0, mostProblems).map((problem) => found(problem, true));
  const tooLarge =
    parsing.length === 0 && checkLead(tree, exampleFields).some((value) => value.reason === 'too_large')
      ? [
          found(
            {
              code: 'too_large',
              message: 'Its loops and values grow beyond what an email may hold.',
              start: 0,
              end: tree.source.length,
            },
            true,
          ),
        ]
      : [];
  const unknown = customFields ? findUnknownFields(tree, customFields).slice(0, mostProblems) : [];
  return [...parsing, ...tooLarge, ...unknown.map((problem) => found(problem, false))];
}

import { checkLead, fieldsOf, type LeadFields, type TemplateTree } from '@skein/template';
import { isBlankHtml } from '@skein/template/blank-html';
import { parseStep } from '@skein/template/compose';
import { walkNodes, type UsedField } from '@skein/template/fields';
import { findCopyHints } from '@skein/template/copy-hints';
import { isAllowedMissing } from '#engine/sending/allowed-missing';
import type { HeavyTask } from '#platform/workers/heavy-work';
import { linksOf } from './links-of';

/** One variant as the review reads it. */
export interface ReviewVariant {
  subject: string;
  email_body: string;
  /** Whether leads get it: an enabled variant of an email step. */
  isSent: boolean;
  isEmail: boolean;
}

/** What one variant's texts say. */
export interface VariantReading {
  bodyEmpty: boolean;
  spamWords: string[];
  /** Empty for a variant that leads do not get. */
  problems: { message: string; excerpt: string }[];
  /** Fields that it shows; null when it has conditions, so that only each lead can tell. */
  fields: UsedField[] | null;
}

export interface ReviewTexts {
  /** In the order of the variants. */
  variants: VariantReading[];
  links: string[];
}

/** Of one text. The first ones are fixed first, and thousands would make the answer itself heavy. */
const mostProblems = 50;

/** Reads all texts of a sequence for the launch review. `hints` asks for spam words and links as well. */
export const reviewTextsTask: HeavyTask<{ variants: readonly ReviewVariant[]; hints: boolean }, ReviewTexts> = {
  name: 'review-texts',
  lane: 'request',
  limit: 10_000,
  inlineBelow: 8_192,
  run: ({ variants, hints }) => ({
    variants: variants.map((variant) => readVariant(variant, hints)),
    links: hints ? linksOf(variants.flatMap((variant) => (variant.isSent ? [variant.email_body] : []))) : [],
  }),
};

function readVariant({ subject, email_body, isSent, isEmail }: ReviewVariant, hints: boolean): VariantReading {
  const trees = isSent ? Object.values(parseStep({ subject, body: email_body })) : [];
  return {
    bodyEmpty: isBlankHtml(email_body),
    spamWords: hints && isEmail ? spamWordsOf(subject, email_body) : [],
    problems: trees.flatMap((tree) =>
      tree.problems.slice(0, mostProblems).map((problem) => ({
        message: problem.message,
        excerpt: tree.source.slice(problem.start, Math.min(problem.end, problem.start + 40)),
      })),
    ),
    fields: trees.every(isPlain) ? trees.flatMap(fieldsOf) : null,
  };
}

const spamWordsOf = (subject: string, body: string): string[] => [
  ...new Set(
    findCopyHints({ subject, html: body, text: body, isThreadReply: true })
      .filter((hint) => hint.code === 'spam_words')
      .flatMap((hint) => hint.found),
  ),
];

/** Whether a lead's record alone tells if it can fill a template: no conditions, no loops, no value that has to be a safe address. */
function isPlain(tree: TemplateTree): boolean {
  let plain = true;
  walkNodes(tree.nodes, (node) => {
    if (node.kind !== 'text' && node.kind !== 'variable' && node.kind !== 'spin' && node.kind !== 'placeholder')
      plain = false;
    if (node.kind === 'variable' && node.context === 'url') plain = false;
  });
  return plain;
}

interface LeadCheck {
  texts: readonly { subject: string; email_body: string }[];
  leads: readonly LeadFields[];
  allowed: readonly string[];
}

/** How many of the leads lack each field that a text needs, by the sender's own check: a map for each text. */
export const countMissingTask: HeavyTask<LeadCheck, Map<string, number>[]> = {
  name: 'count-missing-fields',
  lane: 'request',
  limit: 30_000,
  inlineBelow: 8_192,
  run: ({ texts, leads, allowed }) =>
    texts.map((text) => {
      const trees = Object.values(parseStep({ subject: text.subject, body: text.email_body }));
      const missing = new Map<string, number>();
      for (const lead of leads) {
        const values = trees.flatMap((tree) => checkLead(tree, lead));
        const names = values.filter((value) => !isAllowedMissing(value, allowed)).map((value) => value.name);
        for (const name of new Set(names)) missing.set(name, (missing.get(name) ?? 0) + 1);
      }
      return missing;
    }),
};

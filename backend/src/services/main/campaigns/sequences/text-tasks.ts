import type { StepInput } from '@skein/contracts/main/sequence-views';
import { TemplateLimitError, type TemplateTree } from '@skein/template';
import { composeMail, parseStep, type ComposedMail, type ComposeInput, type MailThread } from '@skein/template/compose';
import { HeavyWorkError, type HeavyTask, type HeavyWork } from '#platform/workers/heavy-work';
import { checkTemplates, type SequenceProblem } from './check-templates';

interface Texts {
  subject: string;
  email_body: string;
}

/**
 * Characters below which texts are read at once: the most hostile of them cost a few milliseconds, as much as a thread
 * would. Texts with logic go to a thread whatever their size, because a short loop can make a long mail.
 */
const inlineBelow = 8_192;
const limit = 10_000;

/** How much work texts may be. */
export const weightOf = (texts: readonly Texts[]): number =>
  texts.reduce(
    (sum, text) =>
      text.email_body.includes('{%') || text.subject.includes('{%')
        ? Infinity
        : sum + text.subject.length + text.email_body.length,
    0,
  );

interface Check {
  steps: readonly StepInput[];
  customFields: readonly string[] | null;
}

export const checkTextsTask: HeavyTask<Check, SequenceProblem[]> = {
  name: 'check-texts',
  lane: 'request',
  limit,
  inlineBelow,
  run: ({ steps, customFields }) => checkTemplates(steps, customFields),
};

export interface RenderOrder {
  texts: Texts;
  /** The step whose subject the thread has, where none is known yet. */
  opening: { texts: Texts; stepNumber: number } | null;
  rest: Omit<ComposeInput, 'subject' | 'body'>;
  /** What the preview tells about the texts beside the mail; null leaves that out. */
  step: StepInput | null;
}

/** `refusal` where the texts grow beyond what a mail may hold. */
export type Rendered =
  | { refusal: string }
  | { refusal: null; mail: ComposedMail; variations: number; problems: SequenceProblem[] };

export const renderTextsTask: HeavyTask<RenderOrder, Rendered> = {
  name: 'render-texts',
  lane: 'request',
  limit,
  inlineBelow,
  run: renderTexts,
};

export const weightOfRender = ({ texts, opening }: RenderOrder): number =>
  weightOf(opening ? [texts, opening.texts] : [texts]);

function renderTexts({ texts, opening, rest, step }: RenderOrder): Rendered {
  const trees = parseStep({ subject: texts.subject, body: texts.email_body });
  try {
    const thread = opening ? openThread(opening, rest) : rest.thread;
    return {
      refusal: null,
      mail: composeMail({ ...rest, ...trees, thread }),
      variations: Math.min(1e12, variations(trees.subject.nodes) * variations(trees.body.nodes)),
      problems: step ? checkTemplates([step], null) : [],
    };
  } catch (error) {
    if (error instanceof TemplateLimitError) return { refusal: error.message };
    throw error;
  }
}

function openThread(opening: NonNullable<RenderOrder['opening']>, rest: RenderOrder['rest']): MailThread {
  const trees = parseStep({ subject: opening.texts.subject, body: opening.texts.email_body });
  const seed = { ...rest.seed, stepNumber: opening.stepNumber };
  return { firstSubject: composeMail({ ...rest, ...trees, seed, thread: null }).subject, messageIds: [] };
}

/** How many different texts a template can give by its spintax alone. */
function variations(nodes: TemplateTree['nodes']): number {
  let count = 1;
  for (const node of nodes) {
    if (node.kind === 'spin') count *= node.options.reduce((sum, option) => sum + variations(option), 0);
    else if (node.kind === 'if' || node.kind === 'case')
      count *= Math.max(1, ...node.branches.map((branch) => variations(branch.nodes)));
    else if (node.kind === 'for') count *= variations(node.nodes);
    if (count > 1e12) return 1e12;
  }
  return count;
}

/**
 * Texts with what is wrong in them, for whoever reads a saved sequence: it opens even if they cannot be checked, so
 * that they can be mended.
 */
export async function problemsOf(work: Pick<HeavyWork, 'run'>, check: Check): Promise<SequenceProblem[]> {
  try {
    return await work.run(checkTextsTask, check, weightOf(check.steps.flatMap((step) => step.variants)));
  } catch (error) {
    if (!(error instanceof HeavyWorkError)) throw error;
    const isBusy = error.reason === 'BUSY';
    return [
      {
        seq_number: 1,
        variant_label: 'A',
        part: 'body',
        code: 'too_large',
        message: isBusy
          ? 'The emails could not be checked just now: reload the page in a few seconds.'
          : 'The emails take too long to check: make them shorter or simpler.',
        start: 0,
        end: 0,
        is_blocking: !isBusy,
      },
    ];
  }
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { classifyMessage } from '#engine/inbox-sync/classify-message';
import { readLabelledSet, valuesOf } from '#engine/inbox-sync/labelled/read-labelled-set.test-support';
import { parseMail } from '#engine/inbox-sync/parse-mail';
import { ownTextOf } from '#engine/inbox-sync/strip-quote';
import { createChatAccess } from '#platform/ai/chat-access';
import { completeChat } from '#platform/ai/chat-client';
import { measuredModels, worseIn, type ModelMeasurement } from './model-measurement';
import { scoreModel, type SortedByBoth } from './score-model';
import { sortWith, type AskToSort } from './sort-reply';

/**
 * A model beside the rules, on the labelled answers in twelve languages. `npm run measure-model` asks a real service and
 * keeps what it found; without one, stand-ins show what the measurement tells apart.
 */
interface Answer {
  right: readonly (number | null)[];
  /** What the mail is found to be before any model is asked; undefined for a reply. */
  before: number | undefined;
  subject: string;
  own: string;
}

const doNotContact = 4;
const uncategorizable = 8;
/** As a workspace begins with. */
const settings = { category_ids: [], min_confidence: 75 };

async function readAnswers(): Promise<Answer[]> {
  const mails = [...readLabelledSet('open', 'by-language'), ...readLabelledSet('held-out', 'by-language')];
  return Promise.all(
    mails.map(async ({ label, raw }) => {
      const mail = await parseMail(raw);
      const { kind } = classifyMessage(mail);
      const before = { out_of_office: 6, unsubscribe_request: doNotContact }[kind as string];
      return {
        right: valuesOf(label.category!),
        before: before ?? (kind === 'reply' ? undefined : 0),
        subject: mail.subject,
        own: ownTextOf(mail).own,
      };
    }),
  );
}

/** As the product sorts: what the rules find at once is never shown to a model. */
async function sortByBoth(answer: Answer, ask: AskToSort): Promise<SortedByBoth> {
  const { right, before, subject, own } = answer;
  if (before !== undefined) return { right, rules: before, model: before };
  const found = categoriseReply(own);
  const rules = found.category;
  if (rules === doNotContact || own.trim() === '') return { right, rules, model: rules };
  const rule = { category: rules, evidence: found.evidence };
  const { category_id: model } = await sortWith(settings, { subject, text: own, rule, own: [], corrections: [] }, ask);
  return { right, rules, model: model === uncategorizable ? null : model };
}

let answers: Promise<Answer[]> | undefined;

async function measure(model: string, ask: (answer: Answer) => AskToSort): Promise<ModelMeasurement> {
  answers ??= readAnswers();
  const sorted: SortedByBoth[] = [];
  for (const answer of await answers) sorted.push(await sortByBoth(answer, ask(answer)));
  const measured_on = new Date().toISOString().slice(0, 10);
  return { model, measured_on, replies: sorted.length, categories: scoreModel(sorted) };
}

const says = (answer: Answer, category_id: number | null) =>
  Promise.resolve({ text: JSON.stringify({ category_id, confidence: 99, words: answer.own.trim().slice(0, 12) }) });

it('a model that sorts as people do is worse in no category', async () => {
  const measured = await measure('careful', (answer) => () => says(answer, answer.right[0] ?? null));
  expect(measured.replies).toBeGreaterThan(300);
  expect(worseIn(measured)).toEqual([]);
});

it('a model that finds interest everywhere is worse where people decline, and where they are interested', async () => {
  const measured = await measure('cheerful', (answer) => () => says(answer, 1));
  expect(worseIn(measured)).toEqual(expect.arrayContaining([1, 3, 7]));
  // A request to be left alone never comes to it.
  expect(worseIn(measured)).not.toContain(doNotContact);
});

it('what was measured is kept once for each model', () => {
  expect(new Set(measuredModels.map(({ model }) => model)).size).toBe(measuredModels.length);
});

const { SKEIN_MEASURE_MODEL: model, SKEIN_MEASURE_SERVICE: baseUrl = '', SKEIN_MEASURE_KEY: key = '' } = process.env;
if (model)
  it(`${model} beside the rules`, async () => {
    const chat = createChatAccess({ allowPrivateAddresses: true });
    const measured = await measure(
      model,
      () =>
        ({ purpose: _, ...question }) =>
          completeChat(chat.ask, { baseUrl, key }, { ...question, model }),
    );
    const percent = (share: number) => `${(100 * share).toFixed(1)}%`.padStart(8);
    const lines = measured.categories.map(
      ({ id, rules, model: found }) =>
        `${String(id).padEnd(10)}${[rules.precision, rules.recall, found.precision, found.recall].map(percent).join('')}`,
    );
    const worse = worseIn(measured);
    process.stdout.write(
      [
        `${model}, ${measured.replies} answers: precision and recall of the rules, then of the model`,
        ...lines,
        worse.length === 0 ? 'Worse in no category: the default.' : `Worse in ${worse.join(', ')}: not the default.`,
        '',
      ].join('\n'),
    );
    const all = [...measuredModels.filter((one) => one.model !== model), measured];
    writeFileSync(join(__dirname, 'measured-models.json'), `${JSON.stringify(all, null, 2)}\n`);
  });

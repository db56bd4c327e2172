import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { explainLead } from '#campaigns/campaigns.api';
import { askModel, type AssistantDeps } from './ask-model';
import { requireAssistant, toldOrUsed } from './assistant-settings';

type WhyDeps = AssistantDeps & Pick<MainDeps, 'campaignClock' | 'log'>;

const questionsAnHour = 120;
const mostTokens = 300;
const longest = 2_000;

/** What the model is told: the explanation and nothing else. No text of a lead or a mail goes along, so none can instruct it. */
function whyPrompt(explanation: ExplanationView, question: string): { system: string; user: string } {
  const { title, answer, checks, next_eligible_at: next, remedies, decided_at: decidedAt } = explanation;
  const facts = {
    title,
    answer,
    next_eligible_at: next,
    decided_at: decidedAt,
    remedies: remedies.map((remedy) => remedy.text),
    checks: checks.map(({ code, label, text, is_met: isMet, is_binding: isBinding, until }) => ({
      code,
      label,
      text,
      is_met: isMet,
      is_binding: isBinding,
      until,
    })),
  };
  return {
    system: [
      'You answer questions about why a lead in an email campaign got no email. Below is the explanation of the planner as JSON; it is all you know.',
      'Answer in at most three plain sentences, in the language of the question. Use only what stands in the explanation; if it does not answer the question, say so. Times are UTC: say so.',
      'Last, on a line of its own, write "checks:" and the codes of the checks that the answer rests on, separated by commas.',
      `Explanation: ${JSON.stringify(facts)}`,
    ].join('\n'),
    user: question,
  };
}

/** The answer and the checks that it names; checks that the explanation does not have are left out. */
function readWhy(text: string, explanation: ExplanationView): { answer: string; checks: string[] } | null {
  const known = new Set(explanation.checks.map((check) => check.code));
  const lines = text.trim().slice(0, longest).split('\n');
  const last = lines.at(-1) ?? '';
  const named = /^\s{0,9}checks?:(.{0,500})$/i.exec(last);
  const answer = (named ? lines.slice(0, -1) : lines).join('\n').trim();
  const checks = (named?.[1] ?? '').split(/[\s,]+/).filter((code) => known.has(code));
  return answer === '' ? null : { answer, checks: [...new Set(checks)] };
}

/** A question about one enrolment, until the person cancels it. */
interface QuestionWhy {
  place: { campaignId: CampaignId; enrolmentId: EnrolmentId };
  question: string;
  signal?: AbortSignal;
}

/**
 * Answers a question about a lead from its explanation alone. An answer that rests on none of the checks is not shown:
 * the explanation itself is.
 * @throws SkeinError FORBIDDEN for clients, NOT_FOUND, ILLEGAL_TRANSITION, UPSTREAM, RATE_LIMITED
 */
export async function askWhy(deps: WhyDeps, who: Who, { place, question, signal }: QuestionWhy) {
  if (who.client) throw new SkeinError('FORBIDDEN', 'Questions to the AI are for the agency’s own people.');
  const explanation = await explainLead(deps, who, place.campaignId, place.enrolmentId);
  const assistant = await requireAssistant(deps, who);
  await createAttemptLimit(deps.db, 'assistant-why', questionsAnHour, 60 * 60).countOrRefuse(
    `${who.workspaceId} ${who.userId}`,
  );
  try {
    const answer = await askModel(deps, who.workspaceId, assistant, {
      ...whyPrompt(explanation, question),
      purpose: 'WHY',
      temperature: 0.1,
      maxTokens: mostTokens,
      signal,
    });
    const read = readWhy(answer.text, explanation);
    if (read && read.checks.length > 0) return read;
    return { answer: explanation.answer, checks: explanation.binding ? [explanation.binding.code] : [] };
  } catch (error) {
    throw toldOrUsed(error);
  }
}

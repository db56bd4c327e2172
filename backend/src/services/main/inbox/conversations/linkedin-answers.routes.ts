import { linkedInAnswersContract } from '@skein/contracts/main/linkedin-answers.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { answerOnLinkedIn } from './answer-on-linkedin';

export const linkedInAnswersRoutes = (deps: MainDeps) =>
  routes(linkedInAnswersContract)(deps, {
    answerOnLinkedIn: (d, { actor, params, body }) => answerOnLinkedIn(d, actor, params.enrolmentId, body),
  });

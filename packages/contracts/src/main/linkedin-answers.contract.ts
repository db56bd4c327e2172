import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { linkedInAnswerView } from './inbox-views';

/** Characters that LinkedIn takes in a message. */
export const longestLinkedInAnswer = 8_000;

/** Answers to what leads write on LinkedIn. */
export const linkedInAnswersContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    answerOnLinkedIn: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/linkedin-answers',
      access: { who: 'person', may: 'inbox.reply' },
      summary:
        'Answer the lead on LinkedIn, from the account they wrote to. The same key sends once; where the first answer is unconfirmed, its state is looked up',
      params: z.object({ enrolmentId: idOf('enrolment') }),
      body: z.object({
        key: z.uuid(),
        text: z.string().trim().min(1, 'is required').max(longestLinkedInAnswer),
      }),
      response: linkedInAnswerView,
    },
  },
});

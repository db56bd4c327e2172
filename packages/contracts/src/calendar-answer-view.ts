import { z } from 'zod';
import { calendarAnswers, type CalendarAnswer } from './calendar-answer';
import { instant } from './schemas';

/** A calendar answer as it travels. */
export const calendarAnswerView = z.object({
  answer: z.enum(calendarAnswers),
  starts_at: instant.nullable(),
}) satisfies z.ZodType<CalendarAnswer>;

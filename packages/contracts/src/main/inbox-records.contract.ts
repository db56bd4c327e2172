import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam } from '../schemas';

const act = { who: 'person', may: 'inbox.reply' } as const;

/** Undoing what a person wrote next to a conversation. */
export const inboxRecordsContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    removeNote: {
      method: 'DELETE',
      path: '/api/inbox/notes/:noteId',
      access: act,
      summary: 'Delete a note of one’s own, and the notifications of the people it mentions',
      params: z.object({ noteId: idParam }),
      response: done,
    },
    removeTask: {
      method: 'DELETE',
      path: '/api/inbox/tasks/:taskId',
      access: act,
      summary: 'Delete a task that this person added',
      params: z.object({ taskId: idParam }),
      response: done,
    },
  },
});

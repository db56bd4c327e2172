import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, idParam, instant, instantInput, pageOf, pageQuery } from '../schemas';
import { taskPriorities, taskRow } from './tasks.contract';

const fields = {
  name: z.string().trim().min(1, 'is required').max(200),
  description: z.string().trim().max(5_000).nullable(),
  priority: z.enum(taskPriorities),
  due_at: instantInput.nullable(),
  assigned_user_id: idParam.nullable(),
};
const write = { who: 'person', may: 'lead.write' } as const;

/** A reminder on a conversation of a lead. */
export const leadReminder = z.object({
  id: z.number().int(),
  message: z.string(),
  remind_at: instant,
  status: z.enum(['SENT', 'SCHEDULED']),
  enrolment_id: z.number().int(),
  lead: z.object({ id: z.number().int(), email: z.string(), name: z.string() }),
  campaign: z.object({ id: z.number().int(), name: z.string() }),
});

/** Manual tasks, next to those of manual steps, and the reminders of all conversations. */
export const leadTasksContract = defineContract({
  service: 'main',
  tag: 'Tasks',
  endpoints: {
    listLeadTasks: {
      method: 'GET',
      path: '/api/leads/:leadId/tasks',
      access: { who: 'person', may: 'lead.read' },
      summary: 'Tasks of a lead, open ones first',
      params: z.object({ leadId: idOf('lead') }),
      response: z.object({ tasks: z.array(taskRow) }),
    },
    createLeadTask: {
      method: 'POST',
      path: '/api/leads/:leadId/tasks',
      access: write,
      summary: 'Add a task to a lead',
      params: z.object({ leadId: idOf('lead') }),
      body: z.object({
        name: fields.name,
        description: fields.description.default(null),
        priority: fields.priority.default('MEDIUM'),
        due_at: fields.due_at.default(null),
        assigned_user_id: fields.assigned_user_id.default(null),
        /** A conversation of the lead that it is about. */
        enrolment_id: idOf('enrolment').nullable().default(null),
      }),
      response: taskRow,
    },
    changeLeadTask: {
      method: 'PATCH',
      path: '/api/tasks/:taskId',
      access: write,
      summary: 'Change a task, or open it again; that of a manual step stays done',
      params: z.object({ taskId: idParam }),
      body: z
        .object(fields)
        .extend({ status: z.literal('CREATED') })
        .partial(),
      response: taskRow,
    },
    deleteLeadTask: {
      method: 'DELETE',
      path: '/api/tasks/:taskId',
      access: write,
      summary: 'Delete a task that was added manually',
      params: z.object({ taskId: idParam }),
      response: done,
    },
    listReminders: {
      method: 'GET',
      path: '/api/reminders',
      access: { who: 'person', may: 'lead.read' },
      summary: 'Reminders that are still to come, the next one first',
      query: pageQuery(50),
      response: pageOf(leadReminder),
    },
  },
});

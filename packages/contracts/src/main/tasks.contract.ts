import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, idList, idParam, instant, pageOf, pageQuery } from '../schemas';

export const taskPriorities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export const taskStatuses = ['CREATED', 'COMPLETED'] as const;

/** Something that a person has to do for a lead: by hand added, or a manual step that the lead reached. */
export const taskRow = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  priority: z.enum(taskPriorities),
  status: z.enum(taskStatuses),
  due_at: instant.nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  assigned_to: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  lead: z.object({ id: z.number().int(), email: z.string(), name: z.string(), company_name: z.string().nullable() }),
  enrolment_id: z.number().int().nullable(),
  campaign: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Of a manual step: its number. Completing the task lets the sequence go on. */
  seq_number: z.number().int().nullable(),
});
export type TaskRow = z.input<typeof taskRow>;

const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;

export const tasksContract = defineContract({
  service: 'main',
  tag: 'Tasks',
  endpoints: {
    listTasks: {
      method: 'GET',
      path: '/api/tasks',
      access: read,
      summary: 'Tasks, open ones first by due time',
      query: z
        .object({
          status: z.enum(taskStatuses).optional(),
          priority: z.enum(taskPriorities).optional(),
          campaign_ids: idList.optional(),
          assigned_user_id: idParam.optional(),
          overdue: flag.optional(),
        })
        .extend(pageQuery(50).shape),
      response: pageOf(taskRow),
    },
    completeTask: {
      method: 'POST',
      path: '/api/tasks/:taskId/complete',
      access: write,
      summary: 'Complete a task; that of a manual step lets the sequence go on',
      params: z.object({ taskId: idParam }),
      response: taskRow,
    },
  },
});

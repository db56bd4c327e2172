import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag, idList, idParam, instant, pageOf, pageQuery, timeZone } from '../schemas';

export const taskPriorities = ['HIGH', 'MEDIUM', 'LOW'] as const;
/** When a task is due, in the days of a time zone; `week` is what follows tomorrow, up to seven days from now. */
export const taskDues = ['overdue', 'today', 'tomorrow', 'week', 'later', 'none'] as const;
export type TaskDue = (typeof taskDues)[number];
export const taskGroupings = ['day', 'owner', 'campaign'] as const;
export type TaskGrouping = (typeof taskGroupings)[number];
export const taskStatuses = ['CREATED', 'COMPLETED'] as const;

/** Something that a person has to do for a lead: added manually, or a step that the lead reached and a person does. */
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
  /** Of a step: its number. Completing the task lets the sequence go on. */
  seq_number: z.number().int().nullable(),
  /** Of a LinkedIn step, where the installation has no provider: the lead's profile. The description is what to write. */
  linkedin: z.object({ profile_url: z.string().nullable() }).nullable().default(null),
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
          due: z.enum(taskDues).optional(),
          /** Nobody has them. */
          unassigned: flag.optional(),
          /** Those of no campaign. */
          without_campaign: flag.optional(),
          /** For `due`. */
          time_zone: timeZone.default('Etc/GMT'),
        })
        .extend(pageQuery(50).shape),
      response: pageOf(taskRow),
    },
    groupTasks: {
      method: 'GET',
      path: '/api/tasks/groups',
      access: read,
      summary: 'How many open tasks there are by day, owner or campaign, and how many of them are overdue',
      query: z.object({ by: z.enum(taskGroupings), time_zone: timeZone.default('Etc/GMT') }),
      response: z.object({
        groups: z.array(
          z.object({
            /** A due word, or the id of a person or campaign; empty for nobody and no campaign. */
            key: z.string(),
            name: z.string(),
            open: z.number().int(),
            overdue: z.number().int(),
          }),
        ),
      }),
    },
    completeTask: {
      method: 'POST',
      path: '/api/tasks/:taskId/complete',
      access: write,
      summary: 'Complete a task; that of a manual step lets the sequence continue',
      params: z.object({ taskId: idParam }),
      response: taskRow,
    },
  },
});

import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { done, empty, idParam, instant, timeZone } from '../schemas';

/** Pages that can be kept as a report: the last part of their address. */
export const reportPages = [
  'global-analytics',
  'agency-insights',
  'performance-metrics',
  'overall-client-performance',
  'lead-response',
  'team-board',
  'email-health-metrics',
  'domain-health-metrics',
  'campaign-performance',
  'campaign-response-analysis',
  'email-provider-performance',
] as const;
export type ReportPage = (typeof reportPages)[number];

/** People who get one report by mail, at most. */
export const mostReportRecipients = 20;
/** Reports of one person, at most. */
export const mostReports = 100;

export const reportStates = ['WAITING', 'SENDING', 'SENT', 'FAILED', 'UNCERTAIN', 'STOPPED'] as const;

const name = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(80, 'can have at most 80 characters')
  .regex(/^[^\p{Cc}<>]*$/u, 'can’t contain <, > or control characters');
/** The query of the page's address, as it stands behind the question mark. */
const address = z.string().max(2000);

const deliveryView = z.object({
  id: z.number().int(),
  from_day: z.string(),
  to_day: z.string(),
  email: z.string(),
  state: z.enum(reportStates),
  problem: z.string().nullable(),
  created_at: instant,
  sent_at: instant.nullable(),
});
export type ReportDelivery = z.output<typeof deliveryView>;

const schedule = z.object({
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  hour: z.number().int().min(0).max(23),
  time_zone: timeZone,
  is_active: z.boolean(),
});

/** What a page can be narrowed to, in the order in which it is told. */
export const reportFilters = ['client', 'campaign', 'mailbox', 'tag'] as const;
export type ReportFilter = (typeof reportFilters)[number];

const reportView = z.object({
  id: z.number().int(),
  name: z.string(),
  page: z.enum(reportPages),
  address: z.string(),
  /** What the address narrows it to; without a name where that is gone, or nothing that whoever asks may see. */
  narrowed_to: z.array(z.object({ filter: z.enum(reportFilters), name: z.string().nullable() })),
  is_shared: z.boolean(),
  /** Whether whoever asks may change it. */
  is_own: z.boolean(),
  made_by: z.string().nullable(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  schedule: schedule.extend({ next_at: instant.nullable() }).nullable(),
  recipients: z.number().int(),
  created_at: instant,
});
export type ReportView = z.output<typeof reportView>;

const detail = reportView.extend({
  recipient_list: z.array(z.object({ email: z.string(), stopped_at: instant.nullable() })),
  deliveries: z.array(deliveryView),
});
export type ReportDetail = z.output<typeof detail>;

const read = { who: 'person', may: 'analytics.read' } as const;
/** Mails leave in the agency's name: for those who may take figures out. */
const send = { who: 'person', may: 'insights.export' } as const;
const reportId = z.object({ reportId: idParam });
const stopToken = z.object({ token: z.string().min(1).max(200) });

/** Saved reports of analytics, and the weekly email of each. */
export const reportsContract = defineContract({
  service: 'analytics',
  tag: 'Reports',
  endpoints: {
    listReports: {
      method: 'GET',
      path: '/api/analytics/reports',
      access: read,
      summary: 'Own and shared reports; a client sees those made for it',
      response: z.object({ reports: z.array(reportView) }),
    },
    createReport: {
      method: 'POST',
      path: '/api/analytics/reports',
      access: read,
      status: 201,
      summary:
        'Keep a page with its filters under a name; sharing it, or making it for a client, needs the right to export',
      body: z.object({
        name,
        page: z.enum(reportPages),
        address,
        is_shared: z.boolean().default(false),
        client_id: idParam.nullable().default(null),
      }),
      response: detail,
    },
    readReport: {
      method: 'GET',
      path: '/api/analytics/reports/:reportId',
      access: read,
      summary: 'One report, who gets it, and the last 100 emails of it',
      params: reportId,
      response: detail,
    },
    changeReport: {
      method: 'PATCH',
      path: '/api/analytics/reports/:reportId',
      access: read,
      summary: 'Rename a report, point it at other filters, share it or unshare it',
      params: reportId,
      body: z.object({ name: name.optional(), address: address.optional(), is_shared: z.boolean().optional() }),
      response: detail,
    },
    deleteReport: {
      method: 'DELETE',
      path: '/api/analytics/reports/:reportId',
      access: read,
      summary: 'Delete a report; its weekly email ends',
      params: reportId,
      response: done,
    },
    scheduleReport: {
      method: 'PUT',
      path: '/api/analytics/reports/:reportId/schedule',
      access: send,
      summary: 'When the report of the last seven days is emailed as a PDF each week, and who gets it',
      params: reportId,
      body: schedule.extend({ recipients: z.array(emailAddress).max(mostReportRecipients) }),
      response: detail,
    },
    previewReport: {
      method: 'GET',
      path: '/api/analytics/reports/:reportId/pdf',
      access: read,
      summary: 'The report of the last seven days as PDF, as it would be emailed now',
      answer: 'raw',
      params: reportId,
      response: z.string(),
    },
    retryDelivery: {
      method: 'POST',
      path: '/api/analytics/reports/:reportId/deliveries/:reportDeliveryId/retry',
      access: send,
      summary: 'Send an email again that failed, or whose delivery is unconfirmed',
      params: reportId.extend({ reportDeliveryId: idParam }),
      body: empty,
      response: detail,
    },
    stopPage: {
      method: 'GET',
      path: '/api/analytics/report-stop/:token',
      access: { who: 'link' },
      summary: 'Asks a recipient whether they want the report no more',
      answer: 'raw',
      params: stopToken,
      response: z.string(),
    },
    stopReport: {
      method: 'POST',
      path: '/api/analytics/report-stop/:token',
      access: { who: 'link' },
      summary: 'Ends a report for one recipient (RFC 8058)',
      answer: 'raw',
      rawBody: true,
      params: stopToken,
      response: z.string(),
    },
  },
});

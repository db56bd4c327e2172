import type { SignedIn, TestMain } from '#main/testing';
import { bodiesOfRows } from './route-fixtures/bodies';
import { createReportRows } from './route-fixtures/analytics';
import { createCampaignRows } from './route-fixtures/campaigns';
import { createCoreRows } from './route-fixtures/core';
import { fixtureRows, type RouteIds } from './route-fixtures/fixture-rows';
import { createIdentityRows, newestAuditEntry } from './route-fixtures/identity';
import { createInboxRows } from './route-fixtures/inbox';
import { createIntegrationRows } from './route-fixtures/integrations';
import { createLeadRows } from './route-fixtures/leads';
import { createMailboxRows } from './route-fixtures/mailboxes';
import { createEventRows, fixtureEvent } from './route-fixtures/university';
import { createPlacementRows, fixtureSeed } from './route-fixtures/smart-delivery';
import { createPurchaseRows, fixtureRegistrant } from './route-fixtures/smart-senders';
import { createServerRows } from './route-fixtures/smart-servers';

export type { RouteIds } from './route-fixtures/fixture-rows';

/**
 * One row of everything that a path can name, in the person's workspace. A new parameter gets its line in the file of
 * its area (`route-fixtures`); the test says so when it is missing.
 */
export async function createRouteIds(main: TestMain, person: SignedIn): Promise<RouteIds> {
  const rows = fixtureRows(main, person);
  const core = await createCoreRows(rows);
  return {
    ...core,
    ...(await createCampaignRows(rows, core)),
    ...(await createLeadRows(rows, core)),
    ...(await createInboxRows(rows, core)),
    ...(await createIdentityRows(rows)),
    ...(await createMailboxRows(rows)),
    ...(await createIntegrationRows(rows, core)),
    ...(await createReportRows(rows)),
    ...(await createEventRows(rows)),
    ...(await createPlacementRows(rows, core)),
    ...(await createPurchaseRows(rows)),
    ...(await createServerRows(rows)),
    auditEntryId: await newestAuditEntry(rows),
  };
}

/** The names under which bodies and queries speak of a row whose path parameter has another one. */
const otherNames: Record<string, string> = {
  emailLeadMapId: 'enrolmentId',
  emailLeadId: 'leadId',
  emailCampaignId: 'campaignId',
  parentCampaignId: 'campaignId',
  emailAccountId: 'mailboxId',
  senderId: 'mailboxId',
  subSequenceId: 'subsequenceId',
  teamMemberId: 'memberId',
  fromListId: 'listId',
  toListId: 'listId',
  spamTestId: 'placementTestId',
};

const fieldsByIds = new WeakMap<RouteIds, Record<string, unknown>>();

/** The ids by the fields that hold them: `mailboxId`, `mailbox_id`, and lists of one, `mailboxIds` and `mailbox_ids`. */
export function fieldsOf(ids: RouteIds): Record<string, unknown> {
  const fields = fieldsByIds.get(ids) ?? readFields(ids);
  fieldsByIds.set(ids, fields);
  return fields;
}

function readFields(ids: RouteIds): Record<string, unknown> {
  const named = {
    ...ids,
    ...Object.fromEntries(Object.entries(otherNames).map(([name, known]) => [name, ids[known]])),
  };
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, id]) => [
      [name, id],
      [snake(name), id],
      [`${name}s`, [id]],
      [`${snake(name)}s`, [id]],
    ]),
  );
}

/** The body of an endpoint for which none can be guessed from its contract. */
export function sampleBody(name: string, ids: RouteIds): unknown {
  return name in sampleBodies ? sampleBodies[name] : bodiesOfRows(ids)[name];
}

/** Bodies that need no rows: `POST /api/...` to a body. */
const sampleBodies: Record<string, unknown> = {
  'POST /api/inbox/conversations/:enrolmentId/linkedin-answers': {
    key: '6f1d7b0e-8c5a-4c39-9d35-3f6c4f6f1a20',
    text: 'Thanks for writing back.',
  },
  'POST /api/mailbox-changes/preview': { selection: { mailbox_ids: [1] }, change: { message_per_day: 20 } },
  'POST /api/smart-delivery/operator/seeds': fixtureSeed,
  'POST /api/smart-delivery/operator/seeds/import': { seeds: [fixtureSeed] },
  'POST /api/smart-delivery/seeds': fixtureSeed,
  'POST /api/smart-delivery/seeds/import': { seeds: [fixtureSeed] },
  'POST /api/smart-senders/mailboxes/generate': { offer_id: 1, domains: ['fixture-one.com'] },
  'POST /api/smart-senders/orders': {
    offer_id: 1,
    forwarding_domain: 'company.com',
    registrant: fixtureRegistrant,
    domains: [
      {
        name: 'fixture-one.com',
        mailboxes: [{ local_part: 'nora.whitlock', first_name: 'Nora', last_name: 'Whitlock' }],
      },
    ],
  },
  'POST /api/university/operator/events': fixtureEvent,
  'PUT /api/university/operator/events/:eventSlug': fixtureEvent,
  'POST /api/verification/orders': { credits: 6_000, billing: 'ONE_TIME' },
  'POST /api/lead-actions': { selection: { lead_ids: [2_000_000_000] }, action: { kind: 'TAG' } },
};

/** Files of endpoints whose body is one. */
export const rawBodies: Record<string, string> = {
  'POST /api/block-list/uploads': 'domain\nblocked.test\n',
  'POST /api/mailbox-imports': 'from_email,password\nnora@company.test,a password\n',
  'POST /api/uploads': 'email,first_name\nnew-lead@company.test,Ada\n',
};

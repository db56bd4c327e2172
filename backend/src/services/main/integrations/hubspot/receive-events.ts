import type { WorkspaceId } from '@skein/contracts/ids';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SkeinError } from '#platform/http/skein-error';
import { IntegrationError } from '#platform/integrations/integration-access';
import { isHubSpotRequest } from '#platform/integrations/hubspot';
import type { Who } from '#access/access.api';
import { changeConversations } from '#inbox/inbox.api';
import { updateLead } from '#leads/leads.api';
import { settlePlaces } from '#lifecycle/lifecycle.api';
import { connectionWorks, readConnection, type ConnectionRow } from '#notices/notices.api';
import { settingsOf } from '../connections/hubspot-rules';
import { findRun, insertRun, writeRun } from '../connections/sync-log.store';
import { openHubSpot } from '../connections/hubspot-token';
import { hubSpotEventJob } from './hubspot.jobs';
import {
  findConnectionsOfPortal,
  findLink,
  findOwnedConversations,
  readSyncedLead,
  removeLinks,
  writeLinks,
  type Link,
} from './hubspot.store';
import type { ImportDeps } from './import-hubspot';
import { decide, valueOf } from './map-fields';

/** HubSpot sends up to 100 events in one request. */
const mostEvents = 1_000;
const eventsPath = '/api/integrations/hubspot/events';
const number = z.union([z.string(), z.number()]).transform(String);
const event = z.object({
  eventId: number,
  subscriptionType: z.string().max(100),
  portalId: number,
  objectId: number,
  occurredAt: z.number().default(0),
  propertyName: z.string().max(200).optional(),
  propertyValue: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().nullable(),
});
type Event = z.output<typeof event>;

const titles: Record<string, string> = {
  'contact.propertyChange': 'Contact changed',
  'contact.deletion': 'Contact deleted',
  'contact.privacyDeletion': 'Contact deleted',
};

/**
 * HubSpot does not promise that an event's number is unique, so what happened is part of the key. A repeated delivery
 * has all of it in common.
 */
const keyOf = ({ eventId, subscriptionType, objectId, ...one }: Event): string =>
  `event ${eventId} ${subscriptionType} ${objectId} ${createHash('sha256')
    .update(JSON.stringify([one.occurredAt, one.propertyName ?? null, one.propertyValue ?? null]))
    .digest('hex')
    .slice(0, 32)}`;

/**
 * Takes events of HubSpot's webhooks v3: believed for their signature, written down once for each event, and applied by a job.
 * @throws SkeinError
 */
export async function receiveHubSpotEvents(
  deps: ImportDeps,
  given: { body: string; signature: string; timestamp: string },
): Promise<{ done: true }> {
  const app = deps.integrations.hubspot;
  if (!app) throw new SkeinError('NOT_FOUND', 'No HubSpot app is set up on this installation.');
  const uri = deps.config.publicUrl + eventsPath;
  if (!isHubSpotRequest(app, { method: 'POST', uri, ...given }, deps.realClock.now()))
    throw new SkeinError('BAD_REQUEST', 'The signature does not fit, or the request is older than five minutes.');
  let events: Event[];
  try {
    events = z.array(event).max(mostEvents).parse(JSON.parse(given.body));
  } catch {
    throw new SkeinError('BAD_REQUEST', 'The body is not a list of events.');
  }
  const rows = await findConnectionsOfPortal(deps.db, [...new Set(events.map(({ portalId }) => portalId))]);
  const at = new Date(deps.realClock.now());
  for (const row of rows)
    for (const one of events.filter(
      ({ portalId, subscriptionType }) => portalId === row.external_id && titles[subscriptionType],
    ))
      await deps.db.tenantSql(row.workspace_id, async (sql) => {
        const runId = await insertRun(row.workspace_id, sql, {
          integrationId: row.id,
          kind: 'EVENT',
          key: keyOf(one),
          title: titles[one.subscriptionType] ?? one.subscriptionType,
          request: { ...one, subject: `contact ${one.objectId}` },
          total: 1,
          at,
        });
        if (runId) await deps.jobs.enqueue(sql, hubSpotEventJob, { workspaceId: row.workspace_id, runId });
      });
  return { done: true };
}

/** Applies one event. What the rules leave out, or what concerns no lead, is written down as skipped with its reason. */
export async function applyEvent(
  deps: ImportDeps,
  { workspaceId, runId }: { workspaceId: WorkspaceId; runId: string },
): Promise<void> {
  const run = await deps.db.tenantSql(workspaceId, (sql) => findRun(workspaceId, sql, runId));
  const row = run && (await readConnection(deps, workspaceId, { id: run.integration_id }));
  if (!run || !row || run.state === 'DONE') return;
  const one = event.parse(run.request);
  const at = new Date(deps.realClock.now());
  const outcome = await deps.db
    .tenantSql(workspaceId, (sql) => findLink(workspaceId, sql, row.id, { externalId: one.objectId }))
    .then((link) =>
      link ? apply(deps, row, one, link) : { isDone: false, result: 'No lead is linked to this contact.' },
    );
  await deps.db.tenantSql(workspaceId, (sql) =>
    writeRun(workspaceId, sql, runId, {
      state: 'DONE',
      done: outcome.isDone ? 1 : 0,
      result: outcome.result,
      code: outcome.isDone ? null : 'SKIPPED',
      finishedAt: at,
    }),
  );
  await connectionWorks(deps, row, at);
}

const skipped = (result: string) => ({ isDone: false, result });
const applied = (result: string) => ({ isDone: true, result });

async function apply(deps: ImportDeps, row: ConnectionRow, one: Event, link: Link) {
  const settings = settingsOf(row.settings);
  const { workspace_id: workspaceId } = row;
  const who: Who = { workspaceId, userId: row.connected_by ?? 0, role: 'OWNER', client: null };
  if (one.subscriptionType !== 'contact.propertyChange') {
    if (!settings.into.deleted) return skipped('The rule is off.');
    await deps.db.tenantSql(workspaceId, (sql) => removeLinks(workspaceId, sql, row.id, one.objectId));
    return applied('The lead is kept and unlinked.');
  }
  const value = (one.propertyValue ?? '').trim();
  if (one.propertyName === 'lifecyclestage') {
    if (value !== 'customer' || !settings.into.customer_stops) return skipped('No rule for this lifecycle stage.');
    return stopCustomer(deps, who, link);
  }
  if (one.propertyName === 'hubspot_owner_id')
    return settings.into.owner ? assign(deps, { row, who, link, ownerId: value }) : skipped('The rule is off.');
  return changeField(deps, { row, who, link, one, value });
}

/** A customer gets no more outreach. */
async function stopCustomer(deps: ImportDeps, who: Who, link: Link) {
  const stopped = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { ended } = await settlePlaces(who.workspaceId, sql, link.lead_id, () => ({
      reason: 'MANUAL',
      at: new Date(deps.campaignClock.now()),
      detail: { by: 'HubSpot', lifecyclestage: 'customer' },
    }));
    await deps.live.publish(sql, who.workspaceId, [
      'leads',
      'campaigns',
      ...ended.map((place) => `campaign:${place.campaign_id}`),
    ]);
    return ended.length;
  });
  return stopped > 0
    ? applied(stopped === 1 ? 'Stopped in 1 campaign.' : `Stopped in ${stopped} campaigns.`)
    : skipped('The lead is in no running campaign.');
}

/** The owner that HubSpot gave a linked contact. */
interface OwnerChange {
  row: ConnectionRow;
  who: Who;
  link: Link;
  ownerId: string;
}

async function assign(deps: ImportDeps, { row, who, link, ownerId }: OwnerChange) {
  if (!/^\d{1,20}$/.test(ownerId)) return skipped('The contact has no owner any more.');
  const session = await openHubSpot(deps, row);
  let email: string | undefined;
  try {
    const { data } = await session.ask('GET', '/crm/v3/owners?limit=500');
    email =
      z
        .object({ results: z.array(z.object({ id: z.string(), email: z.string().nullish() })) })
        .parse(data)
        .results.find(({ id }) => id === ownerId)?.email ?? undefined;
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.kind !== 'REFUSED') throw error;
  }
  if (!email) return skipped('HubSpot does not name the address of the owner.');
  const { memberId, enrolmentIds } = await deps.db.tenantSql(who.workspaceId, (sql) =>
    findOwnedConversations(who.workspaceId, sql, link.lead_id, email),
  );
  if (memberId === null) return skipped(`${email} is not a member of this workspace.`);
  if (enrolmentIds.length === 0) return skipped('The lead has no conversation yet.');
  await changeConversations(deps, who, enrolmentIds, { do: 'assign', user_id: memberId });
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    writeLinks(who.workspaceId, sql, row.id, [{ ...link, owner_id: ownerId }]),
  );
  return applied(`Conversation assigned to ${email}.`);
}

/** The value that HubSpot gave a property of a linked contact. */
interface FieldChange {
  row: ConnectionRow;
  who: Who;
  link: Link;
  one: Event;
  value: string;
}

async function changeField(deps: ImportDeps, { row, who, link, one, value }: FieldChange) {
  const settings = settingsOf(row.settings);
  const field = settings.fields.find(
    (each) => each.property === one.propertyName && (each.direction === 'IN' || each.direction === 'BOTH'),
  );
  if (!settings.into.properties || !field)
    return skipped(`${one.propertyName ?? 'The property'} is not mapped to Skein.`);
  if (field.field === 'email') return skipped('The address is the key of both sides and is not changed by the sync.');
  const lead = await deps.db.tenantSql(who.workspaceId, (sql) => readSyncedLead(who.workspaceId, sql, link.lead_id));
  if (!lead) return skipped('The lead was deleted.');
  const ours = valueOf(lead, field.field);
  const choice = decide(field, {
    ours,
    theirs: value,
    synced: link.synced[field.property],
    isOursNewer: lead.updated_at.getTime() > one.occurredAt,
  });
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    writeLinks(who.workspaceId, sql, row.id, [{ ...link, synced: { [field.property]: value } }]),
  );
  if (choice === 'none') return skipped('Both sides had the same value.');
  if (choice === 'ours') return skipped('Skein’s value counts, by the rule of the field.');
  await updateLead(
    deps,
    who,
    link.lead_id,
    field.field.startsWith('custom:')
      ? { custom_fields: { [field.field.slice('custom:'.length)]: value || null } }
      : { [field.field]: value || null },
  );
  return applied(`${field.property} changed.`);
}

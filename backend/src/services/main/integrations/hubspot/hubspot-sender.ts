import { z } from 'zod';
import type { HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { IntegrationError } from '#platform/integrations/integration-access';
import type { DeliveryTrace, Sender, SenderDeps } from '#notices/notices.api';
import { settingsOf } from '../connections/hubspot-rules';
import { openHubSpot, type HubSpotSession } from '../connections/hubspot-token';
import { findLink, readSyncedLead, removeLinks, writeLinks, type Link, type SyncedLead } from './hubspot.store';
import { changesForHubSpot, mappedProperties, newContact, syncedValues } from './map-fields';
import { activityOf, type Activity } from './write-activity';

export const contactAnswer = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
  updatedAt: z.string().optional(),
});
type Contact = z.output<typeof contactAnswer>;
const owners = z.object({ results: z.array(z.object({ id: z.string(), email: z.string().nullish() })) });

const isMissing = (error: unknown) => error instanceof IntegrationError && error.more.status === 404;
const existing = (error: unknown): string | null =>
  error instanceof IntegrationError && error.more.status === 409
    ? (/Existing ID: (\d{1,20})/.exec(error.more.answer ?? error.message)?.[1] ?? null)
    : null;

/** The contact with these values. @throws IntegrationError */
async function read(session: HubSpotSession, path: string): Promise<Contact | null> {
  try {
    return contactAnswer.parse((await session.ask('GET', path)).data);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** HubSpot's owner with the address of the member that the conversation is assigned to. */
async function ownerOf(session: HubSpotSession, settings: HubSpotSettings, lead: SyncedLead): Promise<string | null> {
  if (settings.owner === 'NONE' || !lead.assigned_email) return null;
  const { data } = await session.ask(
    'GET',
    `/crm/v3/owners?email=${encodeURIComponent(lead.assigned_email)}&limit=100`,
  );
  return (
    owners
      .safeParse(data)
      .data?.results.find((owner) => owner.email?.toLowerCase() === lead.assigned_email?.toLowerCase())?.id ?? null
  );
}

interface Found {
  contact: Contact;
  isNew: boolean;
}

/** The lead whose contact is looked for, and what is known of it. */
interface ContactToFind {
  session: HubSpotSession;
  settings: HubSpotSettings;
  lead: SyncedLead;
  link: Link | null;
  trace: DeliveryTrace;
}

/**
 * The lead's contact: the linked one, else the one with its address, else a new one where the rules make one. Never two for one address.
 */
async function findContact({ session, settings, lead, link, trace }: ContactToFind): Promise<Found | null> {
  const query = `properties=${mappedProperties(settings).join(',')}`;
  const linked = link && (await read(session, `/crm/v3/objects/contacts/${link.external_id}?${query}`));
  if (linked) return { contact: linked, isNew: false };
  const byAddress = () =>
    read(session, `/crm/v3/objects/contacts/${encodeURIComponent(lead.email)}?idProperty=email&${query}`);
  const known = await byAddress();
  if (known) return { contact: known, isNew: false };
  if (!settings.out.create) return null;
  const owner = await ownerOf(session, settings, lead);
  const properties = { ...newContact(settings, lead), ...(owner ? { hubspot_owner_id: owner } : {}) };
  trace.request = `POST /crm/v3/objects/contacts\n${JSON.stringify({ properties })}`.slice(0, 2_000);
  try {
    const made = contactAnswer.parse((await session.ask('POST', '/crm/v3/objects/contacts', { properties })).data);
    return { contact: made, isNew: true };
  } catch (error) {
    // Somebody made it a moment ago: HubSpot names it.
    const id = existing(error);
    const there = id && (await read(session, `/crm/v3/objects/contacts/${id}?${query}`));
    if (!there) throw error;
    return { contact: there, isNew: false };
  }
}

/** Logs the activity on the timeline; logged before, it stays one. */
async function logActivity(
  session: HubSpotSession,
  contact: string,
  activity: Activity,
  trace: DeliveryTrace,
): Promise<void> {
  const path = `/crm/v3/objects/${activity.object}`;
  trace.request = `POST ${path}\n${JSON.stringify(activity.properties)}`.slice(0, 2_000);
  try {
    await session.ask('POST', path, {
      properties: activity.properties,
      associations: [
        {
          to: { id: contact },
          types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: activity.association }],
        },
      ],
    });
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.more.status !== 409) throw error;
  }
}

/** Writes one event to the lead's contact: its fields, its category, and the activity. */
export const hubSpotSender: Sender = async (deps, claimed, prepared, connection) => {
  if (!connection) throw new IntegrationError('CONFIG', 'disconnected', 'HubSpot is not connected.');
  const trace: DeliveryTrace = {};
  try {
    return await write(deps, { claimed, body: prepared.body, row: connection.row, trace });
  } catch (error) {
    if (error instanceof IntegrationError) Object.assign(error, { trace });
    throw error;
  }
};

/** What is written of a claimed delivery. */
interface ContactToWrite {
  claimed: Parameters<Sender>[1];
  body: Record<string, unknown>;
  row: NonNullable<Parameters<Sender>[3]>['row'];
  trace: DeliveryTrace;
}

async function write(deps: SenderDeps, { claimed, body, row, trace }: ContactToWrite) {
  const workspaceId = claimed.workspace_id;
  const leadId = Number(body['sl_email_lead_id'] ?? body['lead_id'] ?? 0);
  const settings = settingsOf(row.settings);
  const { lead, link } = await deps.db.tenantSql(workspaceId, async (sql) => ({
    lead: leadId ? await readSyncedLead(workspaceId, sql, leadId) : null,
    link: leadId ? await findLink(workspaceId, sql, row.id, { leadId }) : null,
  }));
  const activity = activityOf(claimed.event_type, body, settings, `skein-${claimed.request_id}`);
  trace.title = activity?.title ?? 'Contact updated';
  if (!lead) return { isSkipped: true, trace: { ...trace, result: 'The lead was deleted.' } };
  trace.subject = [[lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email, lead.company_name]
    .filter(Boolean)
    .join(', ');
  const session = await openHubSpot(deps, row);
  const found = await findContact({ session, settings, lead, link, trace });
  if (!found) return { isSkipped: true, trace: { ...trace, result: 'HubSpot has no contact with this address.' } };
  const { contact, isNew } = found;
  const changes = isNew
    ? {}
    : changesForHubSpot(
        settings,
        lead,
        { properties: contact.properties, updatedAt: Date.parse(contact.updatedAt ?? '') || 0 },
        link?.external_id === contact.id ? link.synced : {},
      );
  const status = settings.categories[String((body['lead_category_id'] as number | undefined) ?? '')];
  if (claimed.event_type === 'LEAD_CATEGORY_UPDATED' && settings.out.category && status)
    changes['hs_lead_status'] = status;
  if (Object.keys(changes).length > 0) {
    const path = `/crm/v3/objects/contacts/${contact.id}`;
    trace.request = `PATCH ${path}\n${JSON.stringify({ properties: changes })}`.slice(0, 2_000);
    await session.ask('PATCH', path, { properties: changes });
  }
  await deps.db.tenantSql(workspaceId, async (sql) => {
    if (link && link.external_id !== contact.id) await removeLinks(workspaceId, sql, row.id, link.external_id);
    await writeLinks(workspaceId, sql, row.id, [
      {
        lead_id: lead.id,
        external_id: contact.id,
        synced: syncedValues(settings, { ...contact.properties, ...changes }),
        owner_id: contact.properties['hubspot_owner_id'] ?? null,
      },
    ]);
  });
  if (activity) await logActivity(session, contact.id, activity, trace);
  const done = [
    isNew ? `contact ${contact.id} created` : `contact ${contact.id}`,
    ...(Object.keys(changes).length > 0 ? [Object.keys(changes).join(', ')] : []),
  ];
  return {
    trace: {
      ...trace,
      result: done.join(', '),
      link: `${deps.integrations.appPages.hubspot}${deps.integrations.isSandbox ? '' : `/${row.external_id ?? ''}/contact/`}${contact.id}`,
    },
  };
}

import { z } from 'zod';
import type { HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { invalidField } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { hubSpotEvents, settingsOf } from '../connections/hubspot-rules';
import { openHubSpot } from '../connections/hubspot-token';
import { requireConnection, told } from '../connections/integrations';
import { subscribe, writeSettings } from '../connections/integrations.store';
import { countLinks, findSample } from './hubspot.store';
import type { ImportDeps } from './import-hubspot';
import { closestName, valueOf } from './map-fields';

const properties = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string().default(''),
      options: z.array(z.object({ value: z.string() })).default([]),
      modificationMetadata: z.object({ readOnlyValue: z.boolean().default(false) }).optional(),
    }),
  ),
});

/** Mapping and rules with the account's own properties beside them. @throws SkeinError UPSTREAM */
export async function readHubSpot(deps: ImportDeps, who: Who, id: number) {
  const row = await requireConnection(deps, who, id, 'HUBSPOT');
  const settings = settingsOf(row.settings);
  let known: z.output<typeof properties>;
  try {
    const session = await openHubSpot(deps, row);
    known = properties.parse((await session.ask('GET', '/crm/v3/properties/contacts')).data);
  } catch (error) {
    throw told(error);
  }
  const names = known.results.map(({ name }) => name);
  const { linked, sample } = await deps.db.tenantSql(who.workspaceId, async (sql) => ({
    linked: await countLinks(who.workspaceId, sql, id),
    sample: await findSample(who.workspaceId, sql, id),
  }));
  const account = row.external_id ?? String(row.id);
  return {
    settings,
    properties: known.results.map((one) => ({
      name: one.name,
      label: one.label || one.name,
      is_read_only: one.modificationMetadata?.readOnlyValue ?? false,
      options: one.options.map(({ value }) => value),
    })),
    problems: settings.fields
      .filter((field) => field.direction !== 'NONE' && !names.includes(field.property))
      .map((field) => ({ field: field.field, property: field.property, closest: closestName(field.property, names) })),
    linked,
    sample: sample && Object.fromEntries(settings.fields.map((field) => [field.field, valueOf(sample, field.field)])),
    calls_today: await createAttemptLimit(deps.db, 'hubspot-day', 1_000_000, 86_400).note(account),
    contact_page: deps.integrations.isSandbox
      ? deps.integrations.appPages.hubspot
      : `${deps.integrations.appPages.hubspot}/${account}/contact/`,
  };
}

/** Changes mapping and rules. The address is the key of both sides: it stays mapped to itself. @throws SkeinError VALIDATION */
export async function saveHubSpot(deps: ImportDeps, who: Who, id: number, settings: HubSpotSettings) {
  const row = await requireConnection(deps, who, id, 'HUBSPOT');
  if (!settings.fields.some((field) => field.field === 'email' && field.property === 'email'))
    throw invalidField('fields', 'must map the email address to email');
  const repeated = settings.fields.find((field, index) =>
    settings.fields.some(
      (other, place) =>
        place < index &&
        (other.field === field.field ||
          (other.property === field.property && field.direction !== 'NONE' && other.direction !== 'NONE')),
    ),
  );
  if (repeated) throw invalidField('fields', `name ${repeated.field} or ${repeated.property} twice`);
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await writeSettings(who.workspaceId, sql, row.id, settings);
    await subscribe(who.workspaceId, sql, {
      integrationId: row.id,
      destination: 'HUBSPOT',
      name: 'HubSpot',
      events: hubSpotEvents(settings),
      categories: [],
    });
  });
  return { done: true as const };
}

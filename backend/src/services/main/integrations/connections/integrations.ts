import type { IntegrationKind, IntegrationView } from '@skein/contracts/main/integrations.contract';
import { counted } from '#platform/log/counted';
import type { SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { IntegrationError } from '#platform/integrations/integration-access';
import { requestHubSpot } from '#platform/integrations/hubspot';
import { listSlackChannels, revokeSlackToken } from '#platform/integrations/slack';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import {
  connectionFails,
  connectionWorks,
  openCredentials,
  readConnection,
  type ConnectionRow,
} from '#notices/notices.api';
import { hubSpotToken } from './hubspot-token';
import {
  countOthers,
  listConnections,
  moveAlertsTo,
  pauseConnection,
  readFigures,
  removeConnection,
  requeue,
  type Figures,
  type ListedConnection,
} from './integrations.store';
import { leadMagicCredits } from './leadmagic-client';

export type IntegrationDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'integrations' | 'config' | 'live'>;

const day = 86_400_000;

const figuresView = (figures: Figures) => ({
  received_today: figures.received,
  sent_today: figures.sent,
  rejected_today: figures.rejected,
  waiting: figures.waiting,
  hours: figures.hours,
});

/** What a disconnect ends, said before it is done. */
function stopsOf(row: ListedConnection, waiting: number): string[] {
  const queued = waiting > 0 ? [`${counted(waiting, 'queued item')} won’t be delivered.`] : [];
  const by: Record<IntegrationKind, string[]> = {
    HUBSPOT: [
      `Activities are no longer written to ${counted(row.linked, 'linked contact')}, and changes in HubSpot no longer reach Skein.`,
      'Leads stay in Skein, contacts and activities stay in HubSpot.',
    ],
    SLACK: [`${counted(row.alerts, 'alert')} will be deleted. Messages already posted stay in Slack.`],
    CLAY: [
      'Events are no longer added to the Clay table. Rows that Clay sends by API key still arrive: revoke its key under Settings, API keys.',
    ],
    LEADMAGIC: ['Addresses can no longer be found or verified with LeadMagic. Results so far stay with the leads.'],
  };
  return [...by[row.kind], ...queued];
}

async function viewOf(deps: IntegrationDeps, sql: SqlClient, row: ListedConnection): Promise<IntegrationView> {
  const now = deps.realClock.now();
  const figures = await readFigures(row.workspace_id, sql, row.id, {
    now: new Date(now),
    today: new Date(Math.floor(now / day) * day),
  });
  return {
    id: row.id,
    kind: row.kind,
    method: row.method,
    account: row.account,
    hint: row.hint,
    is_sandbox: row.is_sandbox,
    state: row.state,
    error:
      row.error_code === null
        ? null
        : {
            code: row.error_code,
            text: row.error_text ?? row.error_code,
            since: (row.failing_since ?? row.created_at).toISOString(),
          },
    last_sync_at: row.last_sync_at?.toISOString() ?? null,
    connected_by_name: row.connected_by_name,
    created_at: row.created_at.toISOString(),
    figures: figuresView(figures),
    stops: stopsOf(row, figures.waiting),
  };
}

/** Connected products, with LinkedIn and plain webhooks beside them. */
export const listIntegrations = (deps: IntegrationDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const now = deps.realClock.now();
    const integrations: IntegrationView[] = [];
    for (const row of await listConnections(who.workspaceId, sql)) integrations.push(await viewOf(deps, sql, row));
    const others = await countOthers(who.workspaceId, sql, true);
    const webhookFigures = await readFigures(who.workspaceId, sql, null, {
      now: new Date(now),
      today: new Date(Math.floor(now / day) * day),
    });
    const none = { received_today: 0, sent_today: 0, rejected_today: 0, waiting: 0, hours: [] };
    return {
      integrations,
      linkedin: {
        total: others.accounts,
        failing: others.invalid_accounts,
        last_sync_at: others.last_action?.toISOString() ?? null,
        figures: none,
      },
      webhooks: {
        total: others.webhooks,
        failing: others.failing_webhooks,
        last_sync_at: others.last_delivery?.toISOString() ?? null,
        figures: figuresView(webhookFigures),
      },
      oauth: { SLACK: deps.integrations.slack !== null, HUBSPOT: deps.integrations.hubspot !== null },
      sandbox_keys: deps.integrations.sandboxKeys,
    };
  });

export const readIntegration = (deps: IntegrationDeps, who: Who, id: number): Promise<IntegrationView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const row = (await listConnections(who.workspaceId, sql)).find((one) => one.id === id);
    if (!row) throw notFound('This integration');
    return viewOf(deps, sql, row);
  });

/** @throws SkeinError NOT_FOUND */
export async function requireConnection(
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  id: number,
  kind?: IntegrationKind,
): Promise<ConnectionRow> {
  const row = await readConnection(deps, who.workspaceId, { id });
  if (!row || (kind && row.kind !== kind)) throw notFound('This integration');
  return row;
}

/** What a vendor refused, as an answer for the person who asked. */
export const told = (error: unknown): unknown =>
  error instanceof IntegrationError
    ? new SkeinError(error.kind === 'RATE' ? 'RATE_LIMITED' : 'UPSTREAM', error.message)
    : error;

/** Pauses or resumes. What happens while it is paused waits and goes out afterwards. */
export async function changeIntegration(deps: IntegrationDeps, who: Who, id: number, change: { is_paused: boolean }) {
  await requireConnection(deps, who, id);
  await deps.db.tenantSql(who.workspaceId, (sql) => pauseConnection(who.workspaceId, sql, id, change.is_paused));
  return readIntegration(deps, who, id);
}

/** Revokes the access where the vendor has a way to, and forgets the credentials with everything that was fed by them. */
export async function disconnect(deps: IntegrationDeps, who: Who, id: number) {
  const row = await requireConnection(deps, who, id);
  const { token } = openCredentials(deps.vault, row);
  if (row.kind === 'SLACK' && token)
    await revokeSlackToken(deps.integrations, token).catch((error: unknown) => {
      // The access may be gone already, or Slack away: the credentials are deleted here either way.
      if (!(error instanceof IntegrationError)) throw error;
    });
  await deps.db.tenantSql(who.workspaceId, (sql) => removeConnection(who.workspaceId, sql, id));
  return { done: true as const };
}

/** Asks the vendor whether the connection works, and keeps the answer. */
export async function testIntegration(deps: IntegrationDeps, who: Who, id: number) {
  const row = await requireConnection(deps, who, id);
  const at = new Date(deps.realClock.now());
  try {
    const credentials = openCredentials(deps.vault, row);
    if (row.kind === 'SLACK' && credentials.token) await listSlackChannels(deps.integrations, credentials.token);
    else if (row.kind === 'HUBSPOT')
      await requestHubSpot(deps.integrations, await hubSpotToken(deps, row), {
        method: 'GET',
        path: '/crm/v3/owners?limit=1',
      });
    else if (row.kind === 'LEADMAGIC') await leadMagicCredits(deps.integrations, credentials.token ?? '');
    else return await readIntegration(deps, who, id);
    await connectionWorks(deps, row, at);
    await deps.db.tenantSql(who.workspaceId, (sql) => requeue(who.workspaceId, sql, id, { isWaiting: true }));
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    if (!(await connectionFails(deps, row, error, at))) throw told(error);
  }
  return readIntegration(deps, who, id);
}

/** Tries failed entries of the log again. @throws SkeinError VALIDATION for one that cannot be */
export async function retrySync(deps: IntegrationDeps, who: Who, id: number, entryId?: string) {
  await requireConnection(deps, who, id);
  if (entryId !== undefined && !/^d\d{1,18}$/.test(entryId))
    throw new SkeinError('VALIDATION', 'Only what Skein sent can be tried again. Start an import again instead.', [
      { field: 'entry_id', message: 'can’t be retried' },
    ]);
  const retried = await deps.db.tenantSql(who.workspaceId, (sql) =>
    requeue(who.workspaceId, sql, id, entryId ? { deliveryId: entryId.slice(1) } : { isWaiting: true }),
  );
  if (entryId && retried === 0) throw notFound('This entry');
  return { retried };
}

/** @throws SkeinError UPSTREAM */
export async function slackChannels(deps: IntegrationDeps, who: Who, id: number) {
  const row = await requireConnection(deps, who, id, 'SLACK');
  const { token } = openCredentials(deps.vault, row);
  if (!token) return { channels: [] };
  try {
    return { channels: await listSlackChannels(deps.integrations, token) };
  } catch (error) {
    throw told(error);
  }
}

/** Sends every alert to another channel, and at once what could not be delivered. */
export async function moveAlerts(
  deps: IntegrationDeps,
  who: Who,
  id: number,
  channel: { channel: string; channel_name: string },
) {
  const row = await requireConnection(deps, who, id, 'SLACK');
  const moved = await deps.db.tenantSql(who.workspaceId, async (sql) => ({
    moved: await moveAlertsTo(who.workspaceId, sql, id, { id: channel.channel, name: channel.channel_name }),
    retried: await requeue(who.workspaceId, sql, id, { isWaiting: true }),
  }));
  await connectionWorks(deps, row, new Date(deps.realClock.now()));
  return moved;
}

import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import { askVendor, IntegrationError, type IntegrationAccess } from '#platform/integrations/integration-access';
import { postSlackMessage, postToSlackWebhook } from '#platform/integrations/slack';
import type { ConnectionRow } from '../connections/connection.store';
import { connectionFails, connectionWorks, readConnection } from '../connections/connections';
import { openCredentials, type Credentials } from '../connections/credentials';
import type { DeliveryAnswer } from './deliver';
import { slackMessage } from './slack-message';
import type { ClaimedDelivery } from './deliveries.store';

/** What was said to the other side, for the log. Nothing of it is a secret. */
export interface DeliveryTrace {
  title?: string;
  subject?: string;
  result?: string;
  code?: string;
  request?: string;
  answer?: string;
  link?: string;
}
/**
 * `verdict`: DELIVERED; SKIPPED, nothing had to be done; FAILED, it will never work; LATER, tried again after
 * `waitSeconds` or as retries go.
 */
export interface SentAnswer extends DeliveryAnswer {
  verdict: 'DELIVERED' | 'SKIPPED' | 'FAILED' | 'LATER';
  waitSeconds?: number | null;
  trace?: DeliveryTrace;
}
export interface PreparedDelivery {
  body: Record<string, unknown>;
  category: string | null;
  secret: string | null;
}
export interface SenderDeps {
  db: Database;
  vault: Vault;
  integrations: IntegrationAccess;
  publicUrl: string;
  now: () => number;
  log: { error: (fields: object, text: string) => void };
}
/** Delivers one event to a connected product. @throws IntegrationError */
export type Sender = (
  deps: SenderDeps,
  claimed: ClaimedDelivery,
  prepared: PreparedDelivery,
  connection: { row: ConnectionRow; credentials: Credentials } | null,
) => Promise<{ isSkipped?: boolean; trace?: DeliveryTrace }>;

const toSlack: Sender = async (deps, claimed, prepared, connection) => {
  const message = slackMessage(claimed.event_type, prepared.body, {
    publicUrl: deps.publicUrl,
    category: prepared.category,
  });
  const url = prepared.secret ?? connection?.credentials.url;
  if (url) await postToSlackWebhook(deps.integrations, url, message);
  else if (connection?.credentials.token && claimed.channel)
    await postSlackMessage(deps.integrations, connection.credentials.token, claimed.channel, message);
  else throw new IntegrationError('CONFIG', 'no_channel', 'No Slack channel is chosen. Choose one.');
  return {
    trace: {
      title: 'Message posted',
      subject: message.text.slice(0, 200),
      result: claimed.channel_name ? `in #${claimed.channel_name}` : 'by incoming webhook',
    },
  };
};

/** The webhook source of a Clay table (https://www.clay.com/university/guide/webhook-integration-guide): one row for each request. */
const toClay: Sender = async (deps, _, prepared, connection) => {
  if (!connection?.credentials.url)
    throw new IntegrationError('CONFIG', 'no_table', 'The Clay table is not connected.');
  const { url, token } = connection.credentials;
  const answer = await askVendor(deps.integrations.ask, 'Clay', {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...(token ? { 'x-clay-webhook-auth': token } : {}) },
    body: JSON.stringify(prepared.body),
  });
  const more = { status: answer.status, retryAfter: answer.retryAfter, answer: answer.text.slice(0, 500) };
  if (answer.status === 429) throw new IntegrationError('RATE', '429', 'Clay asks to wait.', more);
  if (answer.status === 401 || answer.status === 403)
    throw new IntegrationError(
      'AUTH',
      String(answer.status),
      'Clay refused the token of the table. Connect the table again.',
      more,
    );
  if (answer.status === 404 || answer.status === 410)
    throw new IntegrationError(
      'CONFIG',
      String(answer.status),
      'The webhook of the Clay table no longer exists. Connect the table again.',
      more,
    );
  if (answer.status >= 500)
    throw new IntegrationError('LATER', String(answer.status), `Clay answered ${answer.status}.`, more);
  if (answer.status >= 300)
    throw new IntegrationError('REFUSED', String(answer.status), `Clay answered ${answer.status}.`, more);
  return {
    trace: {
      title: 'Row added',
      subject: String(prepared.body['sl_lead_email'] ?? prepared.body['event_type']),
      result: 'in the Clay table',
    },
  };
};

export const senders: Record<string, Sender> = { SLACK: toSlack, CLAY: toClay };

/** Delivers to a connected product, and keeps what the connection is known to be: working, or waiting for a person. Never throws. */
export async function deliverElsewhere(
  deps: SenderDeps,
  send: Sender,
  claimed: ClaimedDelivery,
  prepared: PreparedDelivery,
): Promise<SentAnswer> {
  const begin = performance.now();
  const spent = () => Math.round(performance.now() - begin);
  const row =
    claimed.integration_id === null
      ? null
      : await readConnection(deps, claimed.workspace_id, { id: claimed.integration_id });
  const at = new Date(deps.now());
  try {
    const sent = await send(deps, claimed, prepared, row && { row, credentials: openCredentials(deps.vault, row) });
    if (row) await connectionWorks(deps, row, at);
    return {
      verdict: sent.isSkipped ? 'SKIPPED' : 'DELIVERED',
      status: 200,
      error: sent.isSkipped ? (sent.trace?.result ?? 'Left out.') : null,
      durationMs: spent(),
      ...(sent.trace ? { trace: sent.trace } : {}),
    };
  } catch (error) {
    const known = error instanceof IntegrationError ? error : null;
    if (!known)
      deps.log.error({ error, delivery: claimed.id }, 'an event could not be delivered to a connected product');
    if (row && known) await connectionFails(deps, row, known, at);
    return {
      verdict: known?.kind === 'REFUSED' ? 'FAILED' : 'LATER',
      status: known?.more.status ?? null,
      error: (known?.message ?? 'Something unexpected happened; it is tried again.').slice(0, 300),
      durationMs: spent(),
      waitSeconds: known?.kind === 'RATE' ? (known.more.retryAfter ?? 30) : null,
      trace: {
        ...(known as { trace?: DeliveryTrace } | null)?.trace,
        ...(known ? { code: known.code, answer: known.more.answer ?? known.message } : {}),
      },
    };
  }
}

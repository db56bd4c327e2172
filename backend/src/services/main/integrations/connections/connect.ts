import { z } from 'zod';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { exchangeHubSpotCode, hubSpotAuthorizeUrl, readHubSpotAccount } from '#platform/integrations/hubspot';
import { IntegrationError } from '#platform/integrations/integration-access';
import { exchangeSlackCode, isSlackWebhook, slackAuthorizeUrl } from '#platform/integrations/slack';
import { webhookEvents } from '@skein/contracts/constants';
import type { IntegrationKind } from '@skein/contracts/main/integrations.contract';
import type { Who } from '#access/access.api';
import { sealCredentials, type Credentials } from '#notices/notices.api';
import { defaultHubSpotSettings, hubSpotEvents, settingsOf } from './hubspot-rules';
import { requeue, subscribe, upsertConnection } from './integrations.store';
import { leadMagicCredits } from './leadmagic-client';
import { readIntegration, requireConnection, told, type IntegrationDeps } from './integrations';

/** Keys and codes of one workspace that are tried in an hour. */
const triesAnHour = 30;
/** A consent page may stay open this long, in milliseconds. */
const stateLife = 15 * 60_000;
const stateContext = 'integration-oauth-state';
const state = z.object({
  kind: z.enum(['SLACK', 'HUBSPOT']),
  workspaceId: z.number().int(),
  userId: z.number().int(),
  until: z.number(),
});

const redirectUri = (deps: IntegrationDeps) => `${deps.config.publicUrl}/app/integrations/native-integrations`;
const names = { SLACK: 'Slack', HUBSPOT: 'HubSpot' } as const;

function appOf(deps: IntegrationDeps, kind: 'SLACK' | 'HUBSPOT') {
  const app = kind === 'SLACK' ? deps.integrations.slack : deps.integrations.hubspot;
  if (!app)
    throw new SkeinError(
      'UNAVAILABLE',
      `This installation has no ${names[kind]} app. Its operator registers one and sets ${kind}_CLIENT_ID and ${kind}_CLIENT_SECRET.`,
    );
  return app;
}

/**
 * Where the person allows the access. The state is sealed and names them, so that nobody else's consent ends up in this workspace.
 * @throws SkeinError UNAVAILABLE
 */
export async function startOAuth(deps: IntegrationDeps, who: Who, kind: 'SLACK' | 'HUBSPOT') {
  const app = appOf(deps, kind);
  const given: z.input<typeof state> = {
    kind,
    workspaceId: who.workspaceId,
    userId: who.userId,
    until: deps.realClock.now() + stateLife,
  };
  const sealed = deps.vault.seal(JSON.stringify(given), stateContext).toString('base64url');
  const { authorizePages } = deps.integrations;
  return {
    url:
      kind === 'SLACK'
        ? slackAuthorizeUrl(authorizePages.slack, app, sealed, redirectUri(deps))
        : hubSpotAuthorizeUrl(authorizePages.hubspot, app, sealed, redirectUri(deps)),
  };
}

function openState(deps: IntegrationDeps, who: Who, sealed: string) {
  let known: z.output<typeof state> | undefined;
  try {
    known = state.parse(JSON.parse(deps.vault.open(Buffer.from(sealed, 'base64url'), stateContext)));
  } catch {
    // Not sealed by us: the same answer as for one of somebody else.
  }
  if (
    !known ||
    known.workspaceId !== who.workspaceId ||
    known.userId !== who.userId ||
    known.until < deps.realClock.now()
  )
    throw invalidField('state', 'is not of a connection that you began in the last 15 minutes. Connect again');
  return known;
}

/** Turns the code of the redirect into a connection. @throws SkeinError VALIDATION, UPSTREAM, RATE_LIMITED */
export async function finishOAuth(deps: IntegrationDeps, who: Who, given: { code: string; state: string }) {
  const { kind } = openState(deps, who, given.state);
  const app = appOf(deps, kind);
  await createAttemptLimit(deps.db, 'integration-connect', triesAnHour, 60 * 60).countOrRefuse(String(who.workspaceId));
  try {
    if (kind === 'SLACK') {
      const { token, team } = await exchangeSlackCode(deps.integrations, app, given.code, redirectUri(deps));
      return await keep(deps, who, {
        kind,
        method: 'OAUTH',
        account: team.name,
        externalId: team.id,
        hint: null,
        credentials: { token },
      });
    }
    const tokens = await exchangeHubSpotCode(deps.integrations, app, {
      code: given.code,
      redirectUri: redirectUri(deps),
      now: deps.realClock.now(),
    });
    const account = await readHubSpotAccount(deps.integrations, tokens.accessToken);
    return await keep(deps, who, {
      kind,
      method: 'OAUTH',
      account: account.name,
      externalId: account.id,
      hint: null,
      credentials: { token: tokens.accessToken, refreshToken: tokens.refreshToken, expiresAt: tokens.expiresAt },
    });
  } catch (error) {
    if (error instanceof IntegrationError && error.kind === 'AUTH')
      throw new SkeinError('UPSTREAM', `${names[kind]} did not accept the consent. Connect again.`);
    throw told(error);
  }
}

/**
 * Connects with what a person copied from the vendor; it is tried where that costs nothing.
 * @throws SkeinError VALIDATION, UPSTREAM, RATE_LIMITED
 */
export async function connectWithKey(
  deps: IntegrationDeps,
  who: Who,
  given: { kind: 'SLACK' | 'CLAY' | 'LEADMAGIC'; key: string; token?: string },
) {
  const { kind, key } = given;
  await createAttemptLimit(deps.db, 'integration-connect', triesAnHour, 60 * 60).countOrRefuse(String(who.workspaceId));
  const plain = { kind, method: 'KEY' as const, externalId: null };
  if (kind === 'SLACK') {
    if (!isSlackWebhook(key))
      throw invalidField('key', 'must be an incoming webhook of Slack, https://hooks.slack.com/services/…');
    return keep(deps, who, { ...plain, account: 'Incoming webhook', hint: key.slice(-4), credentials: { url: key } });
  }
  if (kind === 'CLAY') {
    if (!/^https:\/\/api\.clay\.com\/v\d\/sources\/webhook\/[\w-]{5,200}$/.test(key))
      throw invalidField(
        'key',
        'must be the webhook address of a Clay table, https://api.clay.com/v3/sources/webhook/…',
      );
    return keep(deps, who, {
      ...plain,
      account: 'Clay table',
      hint: key.slice(-4),
      credentials: { url: key, ...(given.token ? { token: given.token } : {}) },
    });
  }
  if (!/^[\x21-\x7e]{8,500}$/.test(key)) throw invalidField('key', 'must be the API key from LeadMagic’s dashboard');
  try {
    await leadMagicCredits(deps.integrations, key);
  } catch (error) {
    if (error instanceof IntegrationError && error.kind === 'AUTH')
      throw invalidField('key', 'was refused by LeadMagic');
    throw told(error);
  }
  return keep(deps, who, { ...plain, account: 'LeadMagic', hint: key.slice(-4), credentials: { token: key } });
}

async function keep(
  deps: IntegrationDeps,
  who: Who,
  given: {
    kind: IntegrationKind;
    method: 'OAUTH' | 'KEY';
    account: string;
    externalId: string | null;
    hint: string | null;
    credentials: Credentials;
  },
) {
  const id = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const saved = await upsertConnection(who.workspaceId, sql, {
      kind: given.kind,
      method: given.method,
      account: given.account.slice(0, 200),
      externalId: given.externalId,
      sealed: sealCredentials(deps.vault, who.workspaceId, given.kind, given.credentials),
      hint: given.hint,
      isSandbox: deps.integrations.isSandbox,
      settings: given.kind === 'HUBSPOT' ? defaultHubSpotSettings : {},
      userId: who.userId,
      at: new Date(deps.realClock.now()),
    });
    if (given.kind === 'CLAY')
      await subscribe(who.workspaceId, sql, {
        integrationId: saved,
        destination: 'CLAY',
        name: 'Clay',
        events: webhookEvents.filter((event) =>
          ['EMAIL_REPLY', 'EMAIL_BOUNCE', 'LEAD_UNSUBSCRIBED', 'LEAD_CATEGORY_UPDATED'].includes(event),
        ),
        categories: [],
      });
    // Connected again: what could not be delivered meanwhile goes out.
    await requeue(who.workspaceId, sql, saved, { isWaiting: true });
    return saved;
  });
  if (given.kind === 'HUBSPOT') {
    const row = await requireConnection(deps, who, id);
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      subscribe(who.workspaceId, sql, {
        integrationId: id,
        destination: 'HUBSPOT',
        name: 'HubSpot',
        events: hubSpotEvents(settingsOf(row.settings)),
        categories: [],
      }),
    );
  }
  return readIntegration(deps, who, id);
}

import { reportsContract } from '@skein/contracts/analytics/reports.contract';
import { accountImportsContract } from '@skein/contracts/main/account-imports.contract';
import { integrationsContract } from '@skein/contracts/main/integrations.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { createECDH, randomBytes } from 'node:crypto';
import { sandboxImportKeys } from '#sandbox/integrations/recorded-world';
import { createReportPorts } from '#main/main.api';
import { allowProduct, connectProduct } from '#integrations/testing';
import { defaultHubSpotSettings } from '#integrations/connections/hubspot-rules';
import { createMessageReader } from '#sending/linkedin/read-messages';
import { messagesUrlOf } from '#sending/linkedin/report-message';
import { stopToken } from '#services/analytics/features/reports/stop-link';
import { idOf, lastPart, setRun, type Asked, type Prepared, type Preparations } from './prepared-route';

const connected = (kind: 'SLACK' | 'HUBSPOT', { services, person }: Asked) =>
  connectProduct(services.main, services.integrations, person, kind);

/** What the stand-in of LinkedIn's provider reports meanwhile, kept from the product. */
async function reportsOf({ services }: Asked, work: () => Promise<unknown>) {
  const { linkedIn } = services;
  linkedIn.kept = [];
  try {
    await work();
    return linkedIn.kept;
  } finally {
    linkedIn.kept = null;
  }
}

/** A LinkedIn account whose owner has signed in. */
async function signedIn({ services, person }: Asked, name: string): Promise<{ id: number; account: string }> {
  const id = await services.linkedIn.connect(person, name);
  const [row] = await services.main.test.query<{ provider_account: string }>(
    'select provider_account from linkedin_account where id = $1',
    [id],
  );
  return { id, account: row!.provider_account };
}

/** Reads what was written to every account; the provider is asked to report what follows. */
async function readMessages({ services: { main } }: Asked): Promise<void> {
  const reader = createMessageReader({ ...main.deps, messagesUrl: messagesUrlOf(main.deps) });
  while (await reader.readDue(main.clock.now()));
}

const withHubSpot = async (asked: Asked): Promise<Prepared> => ({
  params: { integrationId: (await connected('HUBSPOT', asked)).id },
});
const withSlack = async (asked: Asked): Promise<Prepared> => ({
  params: { integrationId: (await connected('SLACK', asked)).id },
});

/** LeadMagic is connected, and looks for the lead of the fixture. */
async function withLeadMagic({ services, person, own }: Asked): Promise<Prepared> {
  const { id } = await services.asClient(integrationsContract, person).connectWithKey({
    body: { kind: 'LEADMAGIC', key: services.integrations.access.sandboxKeys!.leadMagic },
  });
  return { params: { integrationId: id }, body: { job: 'VERIFY', lead_list_id: own['listId'] } };
}

async function reportLink({ services, person, own }: Asked): Promise<Prepared> {
  await services.asClient(reportsContract, person).scheduleReport({
    params: { reportId: idOf(own, 'reportId') },
    body: { weekday: 1, hour: 8, time_zone: 'Europe/Berlin', is_active: true, recipients: ['reader@company.test'] },
  });
  const [recipient] = await services.main.test.query<{ id: number }>(
    'select id from report_recipient where report_id = $1',
    [own['reportId']],
  );
  const reports = createReportPorts(services.main.deps);
  return { params: { token: stopToken({ reports }, person.workspaceId, recipient!.id) } };
}

const smartlead = { source: 'SMARTLEAD', key: sandboxImportKeys.SMARTLEAD } as const;

/** An import of a campaign from another product. @returns its id */
async function accountImport({ services, person }: Asked): Promise<number> {
  const client = services.asClient(accountImportsContract, person);
  const { campaigns } = await client.previewAccountImport({ body: smartlead });
  return (await client.startAccountImport({ body: { ...smartlead, campaign_ids: [campaigns[0]!.id] } })).id;
}

const lastWeek = async (): Promise<Prepared> => ({ query: { from: '2026-11-02', to: '2026-11-08' } });

export const integrationPreparations: Preparations = {
  'POST /api/account-imports/preview': async () => ({ body: smartlead }),
  'POST /api/account-imports': async ({ services, person }) => {
    const { campaigns } = await services
      .asClient(accountImportsContract, person)
      .previewAccountImport({ body: smartlead });
    return { body: { ...smartlead, campaign_ids: [campaigns[0]!.id] } };
  },
  'POST /api/account-imports/:accountImportId/cancel': async (asked) => ({
    params: { accountImportId: await accountImport(asked) },
  }),
  'POST /api/account-imports/:accountImportId/resume': async (asked) => {
    const id = await accountImport(asked);
    await setRun(asked, 'account_import', id, 'FAILED');
    return { params: { accountImportId: id }, body: { key: smartlead.key } };
  },
  'GET /api/integrations/:integrationId/hubspot': withHubSpot,
  'GET /api/integrations/:integrationId/hubspot/lists': withHubSpot,
  'POST /api/integrations/hubspot/events': async (asked) => {
    await connected('HUBSPOT', asked);
    const { hubspot, pages } = asked.services.integrations;
    const [contact] = [...hubspot.contacts.keys()];
    await pages.request(`/hubspot/contacts/${contact}/customer`, { method: 'POST' });
    const { body, headers } = asked.services.hubSpotEvents.pop()!;
    return { text: body, headers };
  },
  'GET /api/integrations/:integrationId/slack-channels': withSlack,
  'POST /api/integrations/:integrationId/leadmagic/quote': withLeadMagic,
  'POST /api/integrations/:integrationId/leadmagic/runs': async (asked) => {
    await asked.services.asClient(leadListsContract, asked.person).addToLeadList({
      params: { listId: idOf(asked.own, 'listId') },
      body: { leads: [{ email: 'listed@company.test', first_name: 'Ada' }] },
    });
    return withLeadMagic(asked);
  },
  'PUT /api/integrations/:integrationId/hubspot': async (asked) => ({
    params: { integrationId: (await connected('HUBSPOT', asked)).id },
    body: defaultHubSpotSettings,
  }),
  'POST /api/integrations/:integrationId/slack-channel': async (asked) => {
    const { id } = await connected('SLACK', asked);
    return { params: { integrationId: id }, body: { channel: 'C0REPLIES', channel_name: 'replies' } };
  },
  'POST /api/integrations/keys': async ({ services }) => ({
    body: { kind: 'CLAY', key: services.integrations.access.sandboxKeys!.clayTable },
  }),
  'POST /api/integrations/oauth/finish': async ({ services, person }) => ({
    body: await allowProduct(services.main, services.integrations, person, 'SLACK'),
  }),
  'PUT /api/notices/slack': async ({ services }) => ({
    body: { url: services.integrations.access.sandboxKeys!.slackWebhook },
  }),
  'POST /api/notices/test': async ({ services, person }) => {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    // The browser took its permission back, as its push service says.
    await services.asClient(noticesContract, person).subscribePush({
      body: {
        endpoint: services.goneBrowser,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
      },
    });
    return { body: { channel: 'push' } };
  },
  'GET /api/analytics/campaigns/:campaignId/export': lastWeek,
  'GET /api/analytics/overall/export': lastWeek,
  'GET /api/analytics/insights/placed': lastWeek,
  'GET /api/analytics/report-stop/:token': reportLink,
  'POST /api/analytics/report-stop/:token': reportLink,
  'POST /api/analytics/reports/:reportId/deliveries/:reportDeliveryId/retry': async ({ services, own }) => {
    await services.main.test.query(`update report_delivery set state = 'FAILED' where id = $1`, [
      own['reportDeliveryId'],
    ]);
    return {};
  },
  'POST /api/linkedin/messages/:token': async (asked) => {
    const { account } = await signedIn(asked, `Rosa Kessler ${asked.person.workspaceId}`);
    await readMessages(asked);
    const [report] = await reportsOf(asked, () => asked.services.linkedIn.standIn.write(account, 'mira', 'How much?'));
    return { params: { token: lastPart(report!.url) }, text: report!.body };
  },
  'POST /api/linkedin/sign-ins/:token': async (asked) => {
    const { services, person } = asked;
    const { connect_url: page } = await services
      .asClient(linkedInContract, person)
      .connectLinkedInAccount({ body: { name: 'Nora Whitlock' } });
    const [report] = await reportsOf(asked, () =>
      services.linkedIn.signIn(page as string, `Nora Whitlock ${person.workspaceId}`),
    );
    return { params: { token: lastPart(report!.url) }, text: report!.body };
  },
  'POST /api/inbox/conversations/:enrolmentId/linkedin-answers': async (asked) => {
    const { services, own } = asked;
    const name = `mira-${asked.person.workspaceId}`;
    const { account } = await signedIn(asked, `Rosa Kessler ${asked.person.workspaceId}`);
    await services.main.test.query('update lead set linkedin_profile = $2 where id = $1', [
      own['leadId'],
      `https://linkedin.com/in/${name}`,
    ]);
    await readMessages(asked);
    services.main.clock.advance(60_000);
    await services.linkedIn.standIn.write(account, name, 'How about Thursday?');
    await readMessages(asked);
    return { body: { key: '6f1d7b0e-8c5a-4c39-9d35-3f6c4f6f1a20', text: 'Thursday at 10 works.' } };
  },
};

import { v1SpamTestsContract } from '@skein/contracts/v1/spam-tests.contract';
import type { MainDeps } from '#main/deps';
import * as reports from './spam-test-reports';
import * as wire from './spam-tests';
import { wireRoutes } from './wire-routes';

export const v1SpamTestsRoutes = (deps: MainDeps) =>
  wireRoutes(v1SpamTestsContract)(deps, {
    createManual: (d, { raw, actor, body }) =>
      wire.createSpamTest(d, raw.req.raw, actor, { ...body, type: 'manual', every_days: null }),
    createScheduled: (d, { raw, actor, body }) => wire.createSpamTest(d, raw.req.raw, actor, { ...body, type: 'auto' }),
    list: (d, { raw, query, body }) => wire.listSpamTests(d, raw.req.raw, query.testType, body),
    deleteMany: (d, { raw, body }) => wire.deleteSpamTests(d, raw.req.raw, body.spamTestIds),
    mailboxesSummary: (d, { raw }) => wire.mailboxPlacements(d, raw.req.raw),
    mailboxesCount: (d, { raw }) => wire.countPlacements(d, raw.req.raw),
    seedProviders: (d, { raw }) => wire.listSeedProviders(d, raw.req.raw),
    folders: (d, { raw }) => wire.listTestFolders(d, raw.req.raw),
    addFolder: (d, { raw, body }) => wire.addTestFolder(d, raw.req.raw, body.name),
    folder: (d, { raw, params }) => wire.readTestFolder(d, raw.req.raw, params.placementFolderId),
    deleteFolder: (d, { raw, params }) => wire.deleteTestFolder(d, raw.req.raw, params.placementFolderId),
    test: (d, { raw, params }) => wire.readSpamTest(d, raw.req.raw, params.placementTestId),
    stop: (d, { raw, params }) => wire.stopSpamTest(d, raw.req.raw, params.placementTestId),
    providerwise: (d, { raw, params }) => reports.byProvider(d, raw.req.raw, params.placementTestId),
    groupwise: (d, { raw, params }) => reports.byRegion(d, raw.req.raw, params.placementTestId),
    bySender: (d, { raw, params }) => reports.placementsBySender(d, raw.req.raw, params.placementTestId),
    senders: (d, { raw, params }) => reports.senderScores(d, raw.req.raw, params.placementTestId),
    spamFilters: (d, { raw, params }) => reports.spamFilters(d, raw.req.raw, params.placementTestId),
    dkim: (d, { raw, params }) => reports.dkimResults(d, raw.req.raw, params.placementTestId),
    spf: (d, { raw, params }) => reports.spfResults(d, raw.req.raw, params.placementTestId),
    rdns: (d, { raw, params }) => reports.reverseNames(d, raw.req.raw, params.placementTestId),
    ipLists: (d, { raw, params }) => reports.addressLists(d, raw.req.raw, params.placementTestId),
    domainLists: (d, { raw, params }) => reports.domainLists(d, raw.req.raw, params.placementTestId),
    content: (d, { raw, params }) => reports.testedEmail(d, raw.req.raw, params.placementTestId),
    addresses: (d, { raw, params }) => reports.sendingAddresses(d, raw.req.raw, params.placementTestId),
    history: (d, { raw, params }) => reports.runHistory(d, raw.req.raw, params.placementTestId),
    headers: (d, { raw, params }) =>
      reports.arrivedHeaders(d, raw.req.raw, params.placementTestId, params.placementMailId),
    route: (d, { raw, params }) => reports.arrivedRoute(d, raw.req.raw, params.placementTestId, params.placementMailId),
  });

import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { routes } from '#platform/http/routes';
import { changeTest, readTestSettings } from './change-test';
import { createTest } from './create-test';
import type { SmartDeliveryDeps } from './deps';
import { listInsights, listRunsOfMailbox } from './insights';
import { readLeadShares } from './lead-shares';
import { listMails } from './list-mails';
import * as tests from './placement-tests';
import * as reports from './read-report';

export const placementRoutes = (deps: SmartDeliveryDeps) =>
  routes(placementContract)(deps, {
    choices: (_, { actor }) => tests.listChoices(deps, actor),
    leadShares: (_, { actor, query }) => readLeadShares(deps, actor, query.campaign_id),
    folders: (_, { actor, query }) => tests.listFolders(deps, actor, query),
    addFolder: (_, { actor, body }) => tests.createFolder(deps, actor, body.name),
    deleteFolder: (_, { actor, params }) => tests.removeFolder(deps, actor, params.placementFolderId),
    tests: (_, { actor, query }) => tests.listTests(deps, actor, query),
    addTest: (_, { actor, body }) => createTest(deps, actor, body),
    report: (_, { actor, params, query }) => reports.answerReport(deps, actor, params.placementTestId, query),
    mails: (_, { actor, params, query }) => listMails(deps, actor, params.placementTestId, query),
    testSettings: (_, { actor, params }) => readTestSettings(deps, actor, params.placementTestId),
    changeTest: (_, { actor, params, body }) => changeTest(deps, actor, params.placementTestId, body),
    stop: (_, { actor, params }) => tests.stopTest(deps, actor, params.placementTestId),
    pause: (_, { actor, params }) => tests.pauseTest(deps, actor, params.placementTestId),
    resume: (_, { actor, params }) => tests.resumeTest(deps, actor, params.placementTestId),
    lookNow: (_, { actor, params }) => tests.lookIntoSeeds(deps, actor, params.placementTestId),
    closeRun: (_, { actor, params }) => tests.closeTest(deps, actor, params.placementTestId),
    runAgain: (_, { actor, params }) => tests.runTestAgain(deps, actor, params.placementTestId),
    checkAgain: (_, { actor, params }) => reports.checkAgain(deps, actor, params.placementTestId),
    publishRecord: (_, { actor, params, body }) =>
      reports.publishRecord(deps, actor, params.placementTestId, body.step),
    deleteTest: (_, { actor, params }) => tests.deleteTest(deps, actor, params.placementTestId),
    message: (_, { actor, params }) => reports.readMessage(deps, actor, params.placementTestId, params.placementMailId),
    insights: (_, { actor, query }) => listInsights(deps, actor, query),
    insightRuns: (_, { actor, params, query }) => listRunsOfMailbox(deps, actor, params.mailboxId, query),
  });

import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { checkSpam } from './check-spam';
import { checkSequence, getSequence, getVersion, listVersions } from './get-sequence';
import { previewStep } from './preview-step';
import { saveSequence } from './save-sequence';
import { getTestMail, sendTest } from './send-test';
import { listVariantTests, setWinner } from './variant-tests';

export const sequencesRoutes = (deps: MainDeps) =>
  routes(sequencesContract)(deps, {
    getSequence: (d, { actor, params }) => getSequence(d, actor, params.campaignId),
    saveSequence: (d, { actor, params, body }) => saveSequence(d, actor, params.campaignId, body),
    checkSequence: (d, { actor, params, body }) => checkSequence(d, actor, params.campaignId, body.steps),
    listVersions: (d, { actor, params }) => listVersions(d, actor, params.campaignId),
    getVersion: (d, { actor, params }) => getVersion(d, actor, params.campaignId, params.version),
    previewStep: (d, { actor, params, body }) => previewStep(d, actor, params.campaignId, body),
    checkSpam: (d, { actor, params, body }) => checkSpam(d, actor, params.campaignId, body),
    sendTest: (d, { actor, params, body }) => sendTest(d, actor, params.campaignId, body),
    getTestMail: (d, { actor, params }) => getTestMail(d, actor, params.campaignId, params.testMailId),
    listVariantTests: (d, { actor, params }) => listVariantTests(d, actor, params.campaignId),
    setWinner: (d, { actor, params, body }) =>
      setWinner(d, actor, { campaignId: params.campaignId, stepId: params.stepId, variantId: body.variant_id }),
  });

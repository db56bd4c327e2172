import { stepTemplatesContract } from '@skein/contracts/main/step-templates.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { changeStepTemplate, deleteStepTemplate, listStepTemplates, saveStepTemplate } from './step-templates';

export const stepTemplatesRoutes = (deps: MainDeps) =>
  routes(stepTemplatesContract)(deps, {
    listStepTemplates: (d, { actor }) => listStepTemplates(d, actor),
    saveStepTemplate: (d, { actor, body }) => saveStepTemplate(d, actor, body),
    changeStepTemplate: (d, { actor, params, body }) => changeStepTemplate(d, actor, params.templateId, body),
    deleteStepTemplate: (d, { actor, params }) => deleteStepTemplate(d, actor, params.templateId),
  });

import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { fillTemplate } from './fill-template';
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from './reply-templates';

export const replyTemplatesRoutes = (deps: MainDeps) =>
  routes(replyTemplatesContract)(deps, {
    listReplyTemplates: (d, { actor }) => listTemplates(d, actor),
    createReplyTemplate: (d, { actor, body }) => createTemplate(d, actor, body),
    updateReplyTemplate: (d, { actor, params, body }) => updateTemplate(d, actor, params.replyTemplateId, body),
    deleteReplyTemplate: (d, { actor, params }) => deleteTemplate(d, actor, params.replyTemplateId),
    fillReplyTemplate: (d, { actor, params }) => fillTemplate(d, actor, params.enrolmentId, params.replyTemplateId),
  });

import { attachmentsContract } from '@skein/contracts/main/attachments.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { openStepAttachment, signStepAttachment } from './step-attachments';

export const attachmentsRoutes = (deps: MainDeps) =>
  routes(attachmentsContract)(deps, {
    signStepAttachment: (d, { actor, params, body }) => signStepAttachment(d, actor, params.campaignId, body),
    openStepAttachment: (d, { actor, params, body }) => openStepAttachment(d, actor, params.campaignId, body),
  });

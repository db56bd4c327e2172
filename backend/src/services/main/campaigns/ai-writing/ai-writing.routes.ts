import { aiWritingContract } from '@skein/contracts/main/ai-writing.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { deleteAiKey, listAiModels, readAiKey, saveAiKey, useSandboxWriter } from './ai-key';
import { writeText } from './write-text';

export const aiWritingRoutes = (deps: MainDeps) =>
  routes(aiWritingContract)(deps, {
    readAiKey: (d, { actor }) => readAiKey(d, actor),
    saveAiKey: (d, { actor, body }) => saveAiKey(d, actor, body),
    useSandboxWriter: (d, { actor }) => useSandboxWriter(d, actor),
    deleteAiKey: (d, { actor }) => deleteAiKey(d, actor),
    listAiModels: (d, { actor, raw }) => listAiModels(d, actor, raw.req.raw.signal),
    // The person may go away or cancel while a model writes: then its service is not asked any longer.
    writeText: (d, { actor, params, body, raw }) =>
      writeText(d, actor, { campaignId: params.campaignId, request: body, signal: raw.req.raw.signal }),
  });

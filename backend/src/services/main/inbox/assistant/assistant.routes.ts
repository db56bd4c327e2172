import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { askWhy } from './ask-why';
import { assistantAbilities, draftReply } from './draft-reply';
import {
  changeAssistant,
  connectAssistant,
  disconnectAssistant,
  readAssistant,
  trySorting,
  useSandboxAssistant,
} from './assistant-settings';

export const assistantRoutes = (deps: MainDeps) =>
  routes(assistantContract)(deps, {
    readAssistant: (d, { actor }) => readAssistant(d, actor),
    connectAssistant: (d, { actor, body }) => connectAssistant(d, actor, body),
    useSandboxAssistant: (d, { actor }) => useSandboxAssistant(d, actor),
    changeAssistant: (d, { actor, body }) => changeAssistant(d, actor, body),
    disconnectAssistant: (d, { actor }) => disconnectAssistant(d, actor),
    trySorting: (d, { actor, body }) => trySorting(d, actor, body.reply),
    assistantAbilities: (d, { actor }) => assistantAbilities(d, actor),
    draftReply: (d, { actor, params, body, raw }) =>
      draftReply(d, actor, {
        enrolmentId: params.enrolmentId,
        instruction: body.instruction,
        signal: raw.req.raw.signal,
      }),
    askWhy: (d, { actor, params, body, raw }) =>
      askWhy(d, actor, { place: params, question: body.question, signal: raw.req.raw.signal }),
  });

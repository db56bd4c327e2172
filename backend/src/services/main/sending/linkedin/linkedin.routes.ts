import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { readText } from '#platform/http/read-text';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import {
  connectLinkedInAccount,
  disconnectLinkedInAccount,
  listLinkedInAccounts,
  listLinkedInRequests,
  reconnectLinkedInAccount,
  withdrawLinkedInRequest,
} from './linkedin-accounts';
import { finishSignIn } from './linkedin-sign-in';
import { reportMessage } from './report-message';

export const linkedInRoutes = (deps: MainDeps) =>
  routes(linkedInContract)(deps, {
    listLinkedInAccounts: (d, { actor }) => listLinkedInAccounts(d, actor),
    connectLinkedInAccount: (d, { actor, body }) => connectLinkedInAccount(d, actor, body),
    reconnectLinkedInAccount: (d, { actor, params }) => reconnectLinkedInAccount(d, actor, params.linkedInAccountId),
    finishLinkedInSignIn: async (d, { params, raw }) =>
      finishSignIn(d, { token: params.token, body: await readText(raw.req.raw, 20_000) }),
    reportLinkedInMessage: async (d, { params, raw }) =>
      reportMessage(d, { token: params.token, body: await readText(raw.req.raw, 1_000_000) }),
    listLinkedInRequests: (d, { actor, query }) => listLinkedInRequests(d, actor, query),
    withdrawLinkedInRequest: (d, { actor, params }) => withdrawLinkedInRequest(d, actor, params.linkedInRequestId),
    disconnectLinkedInAccount: (d, { actor, params }) => disconnectLinkedInAccount(d, actor, params.linkedInAccountId),
  });

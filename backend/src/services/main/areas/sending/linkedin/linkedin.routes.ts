import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { routes } from '../../../../../platform/http/routes';
import type { MainDeps } from '../../../deps';
import { connectLinkedInAccount, disconnectLinkedInAccount, listLinkedInAccounts } from './linkedin-accounts';

export const linkedInRoutes = (deps: MainDeps) =>
  routes(linkedInContract)(deps, {
    listLinkedInAccounts: (d, { actor }) => listLinkedInAccounts(d, actor),
    connectLinkedInAccount: (d, { actor, body }) => connectLinkedInAccount(d, actor, body),
    disconnectLinkedInAccount: (d, { actor, params }) => disconnectLinkedInAccount(d, actor, params.linkedInAccountId),
  });

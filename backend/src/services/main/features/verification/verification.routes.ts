import { verificationContract } from '@skein/contracts/main/verification.contract';
import { routes } from '../../../../platform/http/routes';
import type { MainDeps } from '../../deps';
import { cancelOrder, getOrder, orderCredits, payOrder, readCredits, readLedger } from './buy-credits';
import { blockInvalid, getVerification, listAddresses, listVerifications, quoteVerification, startVerification, stopVerification } from './start-verification';

export const verificationRoutes = (deps: MainDeps) => routes(verificationContract)(deps, {
  verificationCredits: (d, { actor }) => readCredits(d, actor),
  verificationLedger: (d, { actor, query }) => readLedger(d, actor, query),
  orderCredits: (d, { actor, body }) => orderCredits(d, actor, body),
  getCreditOrder: (d, { actor, params }) => getOrder(d, actor, params.orderId),
  payCreditOrder: (d, { actor, params }) => payOrder(d, actor, params.orderId),
  cancelCreditOrder: (d, { actor, params }) => cancelOrder(d, actor, params.orderId),
  quoteVerification: (d, { actor, body }) => quoteVerification(d, actor, body),
  startVerification: (d, { actor, body }) => startVerification(d, actor, body),
  listVerifications: (d, { actor, query }) => listVerifications(d, actor, query),
  getVerification: (d, { actor, params }) => getVerification(d, actor, params.verificationId),
  listVerifiedAddresses: (d, { actor, params, query }) => listAddresses(d, actor, params.verificationId, query),
  stopVerification: (d, { actor, params }) => stopVerification(d, actor, params.verificationId),
  blockInvalid: (d, { actor, params, body }) => blockInvalid(d, actor, params.verificationId, body.is_blocked),
});

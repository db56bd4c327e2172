import { verificationContract } from '@skein/contracts/main/verification.contract';
import { readText } from '#platform/http/read-text';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { cancelOrder, getOrder, orderCredits, readCredits, readLedger } from './buy-credits';
import { readProvider, setProvider } from './choose-provider';
import { receivePayment } from './receive-payment';
import {
  getVerification,
  listAddresses,
  listVerifications,
  quoteVerification,
  startVerification,
  stopVerification,
} from './start-verification';
import { blockInvalid } from './block-invalid';

export const verificationRoutes = (deps: MainDeps) =>
  routes(verificationContract)(deps, {
    verificationCredits: (d, { actor }) => readCredits(d, actor),
    verificationLedger: (d, { actor, query }) => readLedger(d, actor, query),
    readVerificationProvider: (d, { actor }) => readProvider(d, actor),
    setVerificationProvider: (d, { actor, body }) => setProvider(d, actor, body),
    orderCredits: (d, { actor, body }) => orderCredits(d, actor, body),
    getCreditOrder: (d, { actor, params }) => getOrder(d, actor, params.orderId),
    receivePaymentEvent: async (d, { raw }) =>
      receivePayment(d, await readText(raw.req.raw, 262_144), raw.req.header('stripe-signature') ?? ''),
    cancelCreditOrder: (d, { actor, params }) => cancelOrder(d, actor, params.orderId),
    quoteVerification: (d, { actor, body }) => quoteVerification(d, actor, body),
    startVerification: (d, { actor, body }) => startVerification(d, actor, body),
    listVerifications: (d, { actor, query }) => listVerifications(d, actor, query),
    getVerification: (d, { actor, params }) => getVerification(d, actor, params.verificationId),
    listVerifiedAddresses: (d, { actor, params, query }) => listAddresses(d, actor, params.verificationId, query),
    stopVerification: (d, { actor, params }) => stopVerification(d, actor, params.verificationId),
    blockInvalid: (d, { actor, params, body }) => blockInvalid(d, actor, params.verificationId, body.is_blocked),
  });

import { v1VerifyEmailsContract } from '@skein/contracts/v1/verify-emails.contract';
import type { VerificationView } from '@skein/contracts/main/verification.contract';
import type { MainDeps } from '#main/deps';
import { getVerification, listAddresses, verifyAddresses } from '#leads/leads.api';
import { wireRoutes } from './wire-routes';

const runOf = ({ id, status, total, done, percent, counts }: VerificationView) => ({
  verification_id: id,
  status,
  total,
  done,
  percent,
  counts,
});
const success = <Data>(message: string, data: Data) => ({ ok: true as const, success: true as const, message, data });

export const v1VerifyEmailsRoutes = (deps: MainDeps) =>
  wireRoutes(v1VerifyEmailsContract)(deps, {
    verifyEmails: async (d, { actor, body }) => {
      const { view, notFound } = await verifyAddresses(d, actor, body.emails, body.name);
      return success('The addresses are being verified.', { ...runOf(view), not_found: notFound });
    },
    verifyEmailsStatus: async (d, { actor, params, query }) => {
      const view = await getVerification(d, actor, params.verificationId);
      const { rows, next_cursor } = await listAddresses(d, actor, params.verificationId, query);
      return success('success', { ...runOf(view), results: rows, next_cursor });
    },
  });

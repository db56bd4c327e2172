import { v1SendEmailContract } from '@skein/contracts/v1/send-email.contract';
import type { MainDeps } from '#main/deps';
import { getSingle } from '#sending/sending.api';
import { sendSingle } from './send-email';
import { wireRoutes } from './wire-routes';

const statuses = {
  RESERVED: 'SCHEDULED',
  SUBMITTING: 'SENDING',
  SENT: 'SENT',
  IN_DOUBT: 'UNCONFIRMED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
} as const;

export const v1SendEmailRoutes = (deps: MainDeps) =>
  wireRoutes(v1SendEmailContract)(deps, {
    initiateEmail: async (d, { actor, body }) => {
      const { statsId, messageId, sendAt } = await sendSingle(d, actor, body);
      const message = 'The email is scheduled for the next free moment of its mailbox.';
      return {
        ok: true as const,
        success: true as const,
        message,
        data: { message, message_id: messageId, stats_id: statsId, send_at: sendAt },
      };
    },
    emailStatus: async (d, { actor, params }) => {
      const email = await getSingle(d, actor, params.statsId);
      return {
        ok: true as const,
        success: true as const,
        message: 'success',
        data: {
          stats_id: email.stats_id,
          message_id: email.message_id,
          status: statuses[email.state],
          from: email.from_email,
          to: email.to_email,
          send_at: email.send_at,
          sent_at: email.sent_at,
          is_bounced: email.is_bounced,
          reason: email.reason,
          reason_code: email.code,
        },
      };
    },
  });

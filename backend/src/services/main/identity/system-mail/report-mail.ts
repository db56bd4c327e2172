import { createHmac } from 'node:crypto';
import { ownLook } from '@skein/contracts/brand-theme';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { UncertainMailError, type ReportPorts } from '#platform/mail/report-mail';
import type { MainDeps } from '#main/deps';
import { readClientFace } from '../whitelabel/client-face';
import { findReaderName } from '../people/people.store';
import { findMailBrand, readPageLook } from '../whitelabel/find-brand';
import { sendSystemMail } from './send-system-mail';

type Deps = Pick<MainDeps, 'db' | 'config' | 'files' | 'masterKey'>;
/** The product's own face, for workspaces without a proven host name. */
const own = { name: 'Skein', look: ownLook };
/** Before these a mail server has not been given the email. */
const before = /^(?:CONN|EHLO|HELO|STARTTLS|AUTH.*|MAIL FROM|RCPT TO)$/;

/** Whether the server may have taken an email of which it said nothing: the connection ended after it was handed over. */
function isUncertain(error: unknown): boolean {
  const { command, responseCode, code } = ((error as Error).cause ?? {}) as {
    command?: string;
    responseCode?: number;
    code?: string;
  };
  if (responseCode !== undefined || code === 'EENVELOPE' || code === 'EAUTH' || code === 'ETLS') return false;
  return command !== undefined && !before.test(command);
}

/** What analytics asks of the main service to mail its reports. */
export function createReportPorts(deps: Deps): ReportPorts {
  const key = derivePurposeKey(deps.masterKey, 'report-links');
  return {
    sign: (text) => createHmac('sha256', key).update(text).digest('base64url'),
    async brandOf(workspaceId, clientId = null) {
      const brand = await findMailBrand(deps, workspaceId);
      const face = brand
        ? { name: brand.name, look: brand.look, baseUrl: brand.baseUrl }
        : { ...own, baseUrl: deps.config.publicUrl };
      const client = clientId === null ? null : await readClientFace(deps, workspaceId, clientId);
      if (client) return { ...face, ...client };
      return { ...face, readLogo: async () => (await brand?.readLogo())?.bytes ?? null };
    },
    lookOf: (workspaceId) => readPageLook(deps, workspaceId),
    async send(workspaceId, to, { subject, before: first, after, pdf, stopUrl, messageId }) {
      const brand = await findMailBrand(deps, workspaceId);
      try {
        await sendSystemMail(
          deps,
          to,
          {
            ...(brand?.greeting && { name: await findReaderName(deps.db, workspaceId, to) }),
            subject: subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
            before: first,
            after,
            messageId,
            headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
            attachments: [{ filename: pdf.name, content: Buffer.from(pdf.bytes), contentType: 'application/pdf' }],
          },
          brand,
        );
      } catch (error) {
        if (isUncertain(error)) throw new UncertainMailError((error as Error).message, { cause: error });
        throw error;
      }
    },
  };
}

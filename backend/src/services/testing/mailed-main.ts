import { catchMails, type CaughtTestMail } from '#platform/testing/mail-catcher';
import { createTestMain, type TestMain } from '#main/testing';

/** The main service of a test file whose own mails are caught by a real mail server. */
export interface MailedMain extends TestMain {
  /** In the order in which they came. */
  mails: CaughtTestMail[];
}

/** `createTestMain` with a mail server for the product's own mails; `close` ends both. */
export async function createMailedMain(more: Parameters<typeof createTestMain>[0] = {}): Promise<MailedMain> {
  const catcher = await catchMails();
  const main = await createTestMain(more);
  main.deps.config.systemMail.smtpUrl = catcher.url;
  return {
    ...main,
    mails: catcher.mails,
    async close() {
      await main.close();
      await catcher.close();
    },
  };
}

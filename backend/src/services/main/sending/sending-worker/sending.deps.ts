import type { CampaignClock } from '#platform/clock/clock';
import { derivePurposeKey } from '#platform/crypto/master-key';
import type { MainDeps } from '#main/deps';
import { createReadRequests, mailboxDeps } from '#mailboxes/mailboxes.api';
import { openAttachment } from '../delivery/open-attachment';
import { messagesUrlOf } from '../linkedin/report-message';
import type { SendingWorkerDeps } from './sending-worker';

/** Mails that leave at the same time from one process; a mail is mostly waiting for a server. */
const concurrency = 32;
/** RFC 5321, 4.5.3.2.6: how long a server may take to answer the final dot. */
const serverTimeout = 10 * 60_000;

/** What the sending runtime needs, from what the main service has. `clock` is campaign time; making history brings its own. */
export function sendingDeps(main: MainDeps, clock: CampaignClock, isSendingHeld: () => boolean): SendingWorkerDeps {
  const boxes = mailboxDeps(main);
  return {
    db: main.db,
    live: main.live,
    clock,
    now: () => clock.now(),
    realNow: () => main.realClock.now(),
    isSendingHeld,
    readInboxes: createReadRequests(main.db, main.log),
    concurrency,
    serverTimeout,
    linkedIn: main.linkedIn ?? null,
    messagesUrl: messagesUrlOf(main),
    identityKey: derivePurposeKey(main.masterKey, 'message-identity'),
    trackingKey: derivePurposeKey(main.masterKey, 'tracking'),
    trackingBase: main.config.trackingUrl,
    smtpServer: boxes.servers.smtp,
    imapServer: boxes.servers.imap,
    rules: boxes.rules,
    log: main.log,
    readAttachment: (file) => openAttachment(main.files, file),
  };
}

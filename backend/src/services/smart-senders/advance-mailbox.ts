import { randomBytes } from 'node:crypto';
import { findOffer } from '@skein/contracts/smart-senders/offers';
import { hostOf } from './advance-domain';
import { addEvent, changeMailbox, lockOrder } from './orders.store';
import { dailyLimits, passwordContext, topic, type PurchaseDeps } from './purchases.deps';
import type { MailboxRecord, WholeOrder } from './records';
import { VendorError, type MailHost } from './vendors/vendors';

/** Brings a mailbox that is paid to READY: created, connected, tagged and warming. @returns whether it has to be looked at again */
export async function advanceMailbox(deps: PurchaseDeps, whole: WholeOrder, id: number): Promise<boolean> {
  const { workspace_id: workspaceId, id: orderId } = whole.order;
  const read = async () =>
    deps.db.tenantSql(workspaceId, async (sql) => {
      const now = await lockOrder(workspaceId, sql, orderId);
      const mailbox = now?.mailboxes.find((each) => each.id === id) as MailboxRecord;
      return { mailbox, domain: now?.domains.find((each) => each.id === mailbox.domain_id) };
    });
  const state = await read();
  const { domain } = state;
  let { mailbox } = state;
  if (!domain || (domain.status !== 'PUBLISHED' && domain.status !== 'ACTIVE')) return false;
  const write = async (change: Partial<MailboxRecord>, event?: string) => {
    mailbox = await deps.db.tenantSql(workspaceId, async (sql) => {
      await changeMailbox(workspaceId, sql, id, change);
      if (event) await addEvent(workspaceId, sql, { orderId, at: new Date(deps.realClock.now()), text: event });
      await deps.live.publish(sql, workspaceId, [topic]);
      return (await lockOrder(workspaceId, sql, orderId))?.mailboxes.find((each) => each.id === id) as MailboxRecord;
    });
  };
  const host = hostOf(deps, whole) as MailHost;
  const email = `${mailbox.local_part}@${domain.name}`;
  const isAgain = mailbox.status === 'CREATING';
  if (mailbox.status === 'PENDING') {
    const sealed = deps.vault.seal(createPassword(), passwordContext(workspaceId, id));
    await write({ status: 'CREATING', sealed_password: sealed, tries: mailbox.tries + 1 });
  }
  if (mailbox.status === 'CREATING') {
    const problem = await create(host, mailbox, passwordOf(deps, mailbox), isAgain);
    if (problem) {
      await write(
        { status: 'FAILED', failure: problem.message, failure_reply: problem.reply, can_retry: true },
        `${email} could not be created: ${problem.message}`,
      );
      return false;
    }
    await write(
      { status: 'CREATED', created_at: new Date(deps.realClock.now()), failure: null, failure_reply: null },
      `${email} was created.`,
    );
  }
  if (mailbox.status === 'CREATED') {
    // Mail from a domain whose DNS is not there yet would be refused: it is connected when the domain is active.
    if (domain.status !== 'ACTIVE') return true;
    const offer = findOffer(whole.order.offer_id);
    const { mailboxId, problem } = await deps.mailboxes.connect({
      workspaceId,
      userId: whole.order.created_by,
      clientId: whole.order.client_id,
      email,
      name: [mailbox.first_name, mailbox.last_name].filter(Boolean).join(' '),
      password: passwordOf(deps, mailbox),
      host: offer?.host ?? 'SMTP',
      smtp: host.smtp,
      imap: host.imap,
      dailyLimit: dailyLimits[offer?.host ?? 'SMTP'],
    });
    if (problem !== null)
      throw new VendorError(`${email} does not accept the login yet: ${problem}`, false, { reply: problem });
    await write({ status: 'CONNECTED', mailbox_id: mailboxId });
  }
  if (mailbox.status === 'CONNECTED' && mailbox.mailbox_id !== null) {
    await deps.mailboxes.finish(workspaceId, whole.order.created_by, mailbox.mailbox_id);
    await write({ status: 'READY', ready_at: new Date(deps.realClock.now()) }, `${email} is connected and warming.`);
  }
  return false;
}

/** Null when it was made. A name that is there is ours when an earlier run had begun with it; then it gets the password that we keep. */
async function create(
  host: MailHost,
  mailbox: MailboxRecord,
  password: string,
  isAgain: boolean,
): Promise<VendorError | null> {
  const account = {
    domain: mailbox.domain,
    localPart: mailbox.local_part,
    name: [mailbox.first_name, mailbox.last_name].filter(Boolean).join(' '),
    password,
  };
  try {
    await host.createMailbox(account);
    return null;
  } catch (error) {
    if (!(error instanceof VendorError) || !error.isFinal) throw error;
    if (!error.isTaken || !isAgain) return error;
    try {
      await host.setPassword(account);
      return null;
    } catch (other) {
      if (!(other instanceof VendorError) || !other.isFinal) throw other;
      return error;
    }
  }
}

const passwordOf = (deps: PurchaseDeps, mailbox: MailboxRecord): string =>
  deps.vault.open(mailbox.sealed_password as Buffer, passwordContext(mailbox.workspace_id, mailbox.id));

/** 144 bits, and a character of each kind that hosts ask for. */
const createPassword = (): string => `${randomBytes(18).toString('base64url')}aA1!`;

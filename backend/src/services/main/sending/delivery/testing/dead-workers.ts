import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import { submitReserved } from '../submit.store';
import type { SendingWorld } from './sending-world';

/** The campaign's next mail is SUBMITTING and its worker is gone. @returns how many mails that were */
export const dieBeforeTheDot = (world: SendingWorld, campaignId: CampaignId): Promise<number> =>
  dieAt(world, 'campaign_id', campaignId);
/** The same of a mailbox's next mail, whatever it belongs to. */
export const dieInMailbox = (world: SendingWorld, mailboxId: MailboxId): Promise<number> =>
  dieAt(world, 'mailbox_id', mailboxId);

async function dieAt(world: SendingWorld, column: 'campaign_id' | 'mailbox_id', id: number): Promise<number> {
  const smtpServer = world.deps.smtpServer;
  let died = 0;
  // Lands in the moment at which SUBMITTING is committed and nothing has reached the server.
  world.deps.smtpServer = async (workspaceId, mailboxId) => {
    const [held] = await world.main.test.query<{ id: string; fencing_token: string }>(
      `select id, fencing_token from intent where ${column} = $1 and mailbox_id = $2 and state = 'RESERVED'`,
      [id, mailboxId],
    );
    if (!held) return smtpServer(workspaceId, mailboxId);
    const mail = {
      subject: 'Hello',
      html: null,
      text: 'Hi',
      inReplyTo: null,
      references: [],
      links: [],
      spinChoice: 0,
    };
    const [refusal] = await submitReserved(
      world.deps.db,
      [{ claim: { intentId: held.id, token: held.fencing_token, mailboxId, workspaceId }, mail }],
      world.deps.now(),
      { isSendingHeld: false, mayWait: true },
    );
    if (refusal !== null) throw new Error(`The email may not leave: ${refusal}`);
    died += 1;
    throw new Error('The process is gone.');
  };
  for (let turns = 0; turns < 48 && died === 0; turns += 1) await world.runUntil(world.main.clock.now() + 1_800_000);
  world.deps.smtpServer = smtpServer;
  return died;
}

/** What left in the campaign's name and has no outcome is nobody's any more, and a server has had the time to take it. */
export async function endLeases(world: SendingWorld, campaignId: CampaignId): Promise<void> {
  await world.main.test.query(
    `
      update intent
      set leased_until = now() - interval '1 minute', submitting_at = now() - interval '1 day'
      where campaign_id = $1 and state = 'SUBMITTING'
    `,
    [campaignId],
  );
  await world.main.test.query(
    `
      update mailbox
      set lane_owner = null, lane_leased_until = null
      where id in (select mailbox_id from intent where campaign_id = $1)
    `,
    [campaignId],
  );
}

import { createTransport } from 'nodemailer';
import type { FaultWorld } from './fault-world';
import type { Random } from './random';

interface Waiting {
  id: number;
  email: string;
  mailbox: string;
  message_id: string;
}

/**
 * Leads that have their first email for certain and wait for the next one, soonest first; none that has replied. With
 * `mailboxIds` those in these mailboxes.
 */
const findWaiting = (world: FaultWorld, most: number, mailboxIds?: readonly number[]): Promise<Waiting[]> =>
  world.test.query<Waiting>(
    `
      select e.id, l.email, m.from_email as mailbox, e.last_message_id as message_id
      from enrolment e
      join lead l on l.id = e.lead_id
      join mailbox m on m.id = e.mailbox_id
      join intent i on i.message_id = e.last_message_id and i.state = 'SENT'
      left join intent o on o.id = e.open_intent_id
      where e.campaign_id = $1 and e.status = 'INPROGRESS' and e.reply_count = 0 and e.id <> all($2)
        and ($4::int[] is null or e.mailbox_id = any($4))
      order by o.send_at, e.next_due_at
      limit $3
    `,
    [world.busyCampaignId, world.answers.map(({ enrolmentId }) => enrolmentId), most, mailboxIds ?? null],
  );

/** Puts replies of some leads, chosen among those whose follow-up is due soonest, into their mailboxes. @returns how many */
export async function answerLeads(
  world: FaultWorld,
  random: Random,
  count: number,
  mailboxIds?: readonly number[],
): Promise<number> {
  const waiting = await findWaiting(world, count * 6, mailboxIds);
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  let answered = 0;
  for (; answered < count && waiting.length > 0; answered += 1) {
    const [lead] = waiting.splice(random.below(waiting.length), 1) as [Waiting];
    await transport.sendMail({
      from: lead.email,
      to: lead.mailbox,
      subject: 'Re: Hello',
      text: 'Thank you, we have somebody for this.',
      inReplyTo: lead.message_id,
      references: [lead.message_id],
    });
    world.answers.push({ enrolmentId: lead.id, arrivedAtReal: Date.now() });
  }
  transport.close();
  return answered;
}

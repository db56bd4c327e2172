import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import type { SubsequenceTrigger } from '@skein/contracts/main/subsequence-triggers';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import type { SendingWorld } from '#sending/delivery/testing';

export interface TestSubsequence {
  delay_seconds?: number;
  stop_on_parent_reply?: boolean;
  subject?: string;
  seq_type?: 'EMAIL' | 'MANUAL';
}

/** A running subsequence of one step without subject (the parent's thread), started through the API. */
export async function startSubsequence(
  { main, me }: SendingWorld,
  name: string,
  triggers: SubsequenceTrigger[],
  more: TestSubsequence & { parentId: number },
): Promise<number> {
  const { subject = '', seq_type = 'EMAIL', parentId, ...rule } = more;
  const { id } = await main
    .asClient(subsequencesContract, me)
    .createSubsequence({ params: { campaignId: parentId }, body: { name, triggers, ...rule } });
  const email = {
    seq_type: 'EMAIL' as const,
    variants: [{ subject, email_body: `<p>${name} for {{first_name}}</p>` }],
  };
  const list =
    seq_type === 'MANUAL'
      ? [
          { seq_type: 'MANUAL' as const, detail: { priority: 'HIGH' as const } },
          { ...email, seq_delay_details: { delayInDays: 1 } },
        ]
      : [email];
  await main.asClient(sequencesContract, me).saveSequence({ params: { campaignId: id }, body: { steps: list } });
  // The test domain has no DNS: nobody looked it up yet.
  await main.test.query(`update mailbox set dns_check = '{}'`);
  const { status } = await main
    .asClient(campaignsContract, me)
    .setStatus({ params: { campaignId: id }, body: { action: 'START' } });
  if (status !== 'ACTIVE') throw new Error(`The subsequence ${name} is ${status}`);
  // Few triggers a day: each is a step of the test's time.
  await main.test.query('update campaign set min_time_btwn_emails = 60 where id = $1', [id]);
  return id;
}

import type { CampaignId } from '@skein/contracts/ids';
import type { SendingWorld } from '../testing';

/** Keeps what the tables of sending say now beside them. */
export async function backUpTables(world: SendingWorld): Promise<void> {
  const tables = ['campaign', 'enrolment', 'mailbox', 'workspace', 'step_variant'];
  for (const table of tables) await world.main.test.query(`create table backup_${table} as select * from ${table}`);
}

/** A campaign as the tables were kept: the emails that left since are unknown. */
export async function putBackTables(world: SendingWorld, campaignId: CampaignId): Promise<void> {
  await world.main.test.query('delete from message where campaign_id = $1', [campaignId]);
  await world.main.test.query('delete from event where campaign_id = $1', [campaignId]);
  await world.main.test.query('update enrolment set open_intent_id = null where campaign_id = $1', [campaignId]);
  await world.main.test.query('delete from intent where campaign_id = $1', [campaignId]);
  await world.main.test.query('delete from event_rollup');
  await world.main.test.query(
    `
      update enrolment e
      set (
        status, steps_sent, next_step_id, next_seq_number, next_due_at, next_eligible_at, thread_subject,
          thread_references, last_message_id, mailbox_id, variant_by_step, ended_at, constraint_code
      ) = (
        select status, steps_sent, next_step_id, next_seq_number, next_due_at, next_eligible_at,
          thread_subject, thread_references, last_message_id, mailbox_id, variant_by_step, ended_at,
          constraint_code
        from backup_enrolment b
        where b.id = e.id
      )
      where campaign_id = $1
    `,
    [campaignId],
  );
  await world.main.test.query(`update campaign set status = 'ACTIVE', next_trigger_at = $2 where id = $1`, [
    campaignId,
    new Date(world.main.clock.now()),
  ]);
}

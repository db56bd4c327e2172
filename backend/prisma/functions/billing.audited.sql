-- The history tells who changed what of subscriptions.
create or replace trigger audited
after insert or delete or update of
  offer, billing_interval, sequence_pack, sender_pack, cancel_at_period_end, cancel_reason
on billing
for each row
execute function audit_change(
  'subscription',
  'offer billing_interval sequence_pack sender_pack cancel_at_period_end cancel_reason',
  '',
  'offer'
);

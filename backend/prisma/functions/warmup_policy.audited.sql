-- The history tells who let the workspace's mailboxes into the shared pool, and who chose what happens with young ones.
create or replace trigger audited
after insert or delete or update of shares_pool, put_out_at, put_out_reason, age_gate, age_days on warmup_policy
for each row
execute function audit_change(
  'warmup-policy',
  'shares_pool put_out_at put_out_reason age_gate age_days',
  '',
  ''
);

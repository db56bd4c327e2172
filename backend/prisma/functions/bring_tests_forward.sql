-- Emails of placement tests that wait for their mailbox are due at once when it may send more, or again: a higher daily limit, an ended ramp, a mailbox that was
-- resumed or reconnected. They are due since the beginning of their run, because the time of the change is not known here (campaign time); what still keeps them is looked at again.
create or replace function bring_tests_forward()
returns trigger
language plpgsql
as $$
begin
  update placement_mail p
  set send_at = r.started_at
  from placement_run r
  where p.workspace_id = new.workspace_id
    and p.mailbox_id = new.id
    and p.sent_at is null
    and p.state = 'PLANNED'
    and p.failure_text like 'Waiting:%'
    and r.workspace_id = p.workspace_id
    and r.id = p.run_id
    and p.send_at > r.started_at;
  return null;
end
$$;

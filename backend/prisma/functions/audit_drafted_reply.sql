-- The history tells of each answer that a rule sends: that it waits, who stopped it or why it was stopped, who let it wait again, and that it left.
create or replace function audit_drafted_reply()
returns trigger
language plpgsql
as $$
declare
  v_action text := case new.state
    when 'RESERVED' then 'scheduled'
    when 'CANCELLED' then 'cancelled'
    when 'SENT' then 'sent'
    when 'IN_DOUBT' then 'sent'
    when 'FAILED' then 'failed'
  end;
begin
  if v_action is not null and (tg_op = 'INSERT' or (
    new.state <> old.state and (new.state <> 'RESERVED' or old.state = 'CANCELLED') and old.state <> 'IN_DOUBT'
  )) then
    perform write_audit_entry(
      new.workspace_id,
      'drafted-reply',
      v_action,
      new.stats_id::text,
      new.to_email,
      '{}',
      '{}',
      jsonb_strip_nulls(jsonb_build_object('reason', case when new.state = 'CANCELLED' then new.cancel_reason end))
    );
  end if;
  return null;
end
$$;

-- Writes settings of a mailbox's warmup over what it has, and when its loop looks at it next. Switching off cancels what was planned. The
-- only place of this rule; `p_now` is campaign time.
create or replace function write_warmup_settings(p_workspace int, p_mailbox int, p_settings jsonb, p_now timestamptz)
returns void
language plpgsql
as $$
begin
  update mailbox
  set warmup = warmup || p_settings, updated_at = now()
  where workspace_id = p_workspace and id = p_mailbox;
  if p_settings ->> 'enabled' = 'true' then
    insert into warmup_mailbox (mailbox_id, workspace_id, next_plan_at)
    values (p_mailbox, p_workspace, p_now)
    on conflict (mailbox_id)
    do update set next_plan_at = excluded.next_plan_at;
  elsif p_settings ->> 'enabled' = 'false' then
    delete from warmup_mailbox where workspace_id = p_workspace and mailbox_id = p_mailbox;
    update warmup_mail
    set state = 'CANCELLED', failure_text = 'Warmup was switched off.'
    where workspace_id = p_workspace and from_mailbox_id = p_mailbox and state = 'PLANNED';
  end if;
end
$$;

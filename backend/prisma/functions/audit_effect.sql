-- What a change of one object means in numbers, at the moment of the change: emails a day more or less, leads, campaigns, sessions, deliveries.
create or replace function audit_effect(p_kind text, p_was jsonb, p_is jsonb)
returns jsonb
language plpgsql
stable
as $$
declare
  v_row jsonb := p_was || p_is;
  v_workspace int := (v_row ->> 'workspace_id')::int;
  v_id int := case when v_row ->> 'id' ~ '^\d+$' then (v_row ->> 'id')::int end;
  v_counts jsonb;
begin
  if p_kind = 'mailbox' then
    select jsonb_build_object(
        'emails_a_day',
        case when p_is = '{}' or p_is ->> 'deleted_at' is not null or (p_is ->> 'is_suspended')::boolean then 0
          else (p_is ->> 'message_per_day')::int end
        - case when p_was = '{}' or p_was ->> 'deleted_at' is not null or (p_was ->> 'is_suspended')::boolean then 0
          else (p_was ->> 'message_per_day')::int end,
        'campaigns', (select count(*) from campaign_mailbox where workspace_id = v_workspace and mailbox_id = v_id)
      )
    into v_counts;
  elsif p_kind = 'campaign' then
    select jsonb_build_object('leads', coalesce(sum(leads), 0))
    into v_counts
    from lead_count
    where workspace_id = v_workspace and campaign_id = v_id and status in ('STARTED', 'INPROGRESS');
  elsif p_kind = 'client' then
    select jsonb_build_object(
        'campaigns', (select count(*) from campaign where workspace_id = v_workspace and client_id = v_id),
        'keys', (select count(*) from api_key where workspace_id = v_workspace and client_id = v_id)
      )
    into v_counts;
  elsif p_kind = 'member' then
    select jsonb_build_object('sessions', count(*))
    into v_counts
    from user_session
    where workspace_id = v_workspace and user_id = v_id and revoked_at is null and expires_at > now();
  elsif p_kind = 'webhook' then
    select jsonb_build_object('deliveries_waiting', count(*))
    into v_counts
    from webhook_delivery
    where workspace_id = v_workspace and webhook_id = v_id and state = 'PENDING';
  end if;
  return coalesce(
    (select jsonb_object_agg(key, value) from jsonb_each(v_counts) where value <> '0'),
    '{}'
  );
end
$$;

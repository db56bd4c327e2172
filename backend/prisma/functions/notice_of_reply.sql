-- A notice when a lead answers. Whether somebody hears of it depends on its category, client and mailbox at the moment they are told.
create or replace function notice_of_reply()
returns trigger
language plpgsql
as $$
declare
  v_lead text;
  v_campaign record;
begin
  select coalesce(nullif(trim(concat_ws(' ', l.first_name, l.last_name)), ''), l.email)
  into v_lead
  from lead l
  where l.id = new.lead_id and l.workspace_id = new.workspace_id;
  select c.name, c.client_id into v_campaign
  from campaign c
  where c.id = new.campaign_id and c.workspace_id = new.workspace_id;
  perform write_notice(
    new.workspace_id,
    v_campaign.client_id,
    'reply',
    jsonb_build_object(
      'enrolment_id', new.id,
      'campaign_id', new.campaign_id,
      'reply_mailbox_id', new.mailbox_id,
      'campaign', v_campaign.name,
      'lead', v_lead
    ),
    'reply:' || new.id || ':' || new.reply_count
  );
  return null;
end
$$;

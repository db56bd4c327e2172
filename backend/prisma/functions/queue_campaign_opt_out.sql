-- Somebody who is unsubscribed from one campaign is on no block list: the campaign and the address go into the journal.
create or replace function queue_campaign_opt_out()
returns trigger
language plpgsql
as $$
begin
  insert into opt_out_queue (workspace_id, change, kind, value, client_scope, source)
  select new.workspace_id, 'ADDED', 'campaign', new.campaign_id || ':' || l.email, 0, 'unsubscribe'
  from lead l
  where l.id = new.lead_id;
  perform pg_notify('skein_opt_outs', '');
  return null;
end
$$;

-- Whatever is put on a block list, or taken off it, goes into the journal outside the database (platform/journal), so that a restore does not
-- forget it. A workspace that is being deleted has no row any more, and needs no journal.
create or replace function queue_opt_outs()
returns trigger
language plpgsql
as $$
begin
  insert into opt_out_queue (workspace_id, change, kind, value, client_scope, source, reason)
  select c.workspace_id, case when tg_op = 'INSERT' then 'ADDED' else 'REMOVED' end, c.kind, c.value, c.client_scope, c.source,
    c.reason
  from changed c
  join workspace w on w.id = c.workspace_id
  order by c.id;
  if found then
    perform pg_notify('skein_opt_outs', '');
  end if;
  return null;
end
$$;

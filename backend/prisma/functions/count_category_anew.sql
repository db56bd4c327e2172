-- A category of the workspace's own becomes positive or ceases to be: so do the first replies whose leads have it.
create or replace function count_category_anew()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  sign constant int := (coalesce(new.sentiment, '') = 'positive')::int - (coalesce(old.sentiment, '') = 'positive')::int;
begin
  if sign <> 0 then
    insert into reply_count (workspace_id, dimension, dimension_id, axis, bucket, positive, meetings)
    select v.workspace_id, d.dimension, d.dimension_id, d.axis, d.bucket, sign * count(*), 0
    from event v
    cross join lateral rollup_days(v.campaign_id, v.mailbox_id, v.at, v.sent_at) d
    where v.workspace_id = coalesce(new.workspace_id, old.workspace_id)
      and v.category_id = coalesce(new.id, old.id)
      and v.kind = 'REPLY'
      and v.is_first
    group by 1, 2, 3, 4, 5;
  end if;
  return null;
end
$$;

-- Notes what a first reply counts for once it is there, changes, or goes: its category is the one that its lead has today. Rows are only added,
-- so that nobody who changes a category waits for another (reply-counts.store.ts sums them). A category of the workspace's own is locked, so
-- that what it means stays until this is committed (count_category_anew.sql).
create or replace function count_reply()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if coalesce(old.category_id, new.category_id) is null then
    return null;
  end if;
  perform
  from lead_category
  where workspace_id = coalesce(new.workspace_id, old.workspace_id)
    and id in (old.category_id, new.category_id)
    and id > 9
  for share;
  insert into reply_count (workspace_id, dimension, dimension_id, axis, bucket, positive, meetings)
  select v.workspace_id, d.dimension, d.dimension_id, d.axis, d.bucket, sum(v.sign * c.positive), sum(v.sign * c.meetings)
  from (
    values (-1, old.kind, old.is_first, old.workspace_id, old.category_id, old.campaign_id, old.mailbox_id, old.at, old.sent_at),
      (1, new.kind, new.is_first, new.workspace_id, new.category_id, new.campaign_id, new.mailbox_id, new.at, new.sent_at)
  ) v(sign, kind, is_first, workspace_id, category_id, campaign_id, mailbox_id, at, sent_at)
  cross join lateral category_counts(v.workspace_id, v.category_id) c
  cross join lateral rollup_days(v.campaign_id, v.mailbox_id, v.at, v.sent_at) d
  where v.kind = 'REPLY' and v.is_first and v.category_id is not null and c.positive > 0
  group by 1, 2, 3, 4, 5
  having sum(v.sign * c.positive) <> 0 or sum(v.sign * c.meetings) <> 0;
  return null;
end
$$;

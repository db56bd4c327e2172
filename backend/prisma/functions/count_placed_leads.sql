-- Keeps lead_count right when leads are added to campaigns or removed from them, once a statement. It folds the rows of earlier changes into
-- its own as far as nobody else holds them, so that the table stays small without anybody waiting.
create or replace function count_placed_leads()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  with part as (
    select p.workspace_id,
      p.campaign_id,
      p.status,
      case when tg_op = 'DELETE' then -count(*) else count(*) end as leads
    from placed p
    group by 1, 2, 3
  ), taken as (
    delete from lead_count
    where id in (
      select c.id
      from lead_count c
      join part using (workspace_id, campaign_id, status)
      for update of c skip locked
    )
    returning workspace_id, campaign_id, status, leads
  )
  insert into lead_count (workspace_id, campaign_id, status, leads)
  select a.workspace_id,
    a.campaign_id,
    a.status,
    sum(a.leads)
  from (
    select * from part
    union all
    select * from taken
  ) a
  group by 1, 2, 3
  having sum(a.leads) <> 0;
  return null;
end
$$;

-- What one first reply counts for, by the category of its lead: the SQL side of measure-condition.store.ts. Categories 1 to 9 are fixed.
create or replace function category_counts(of_workspace int, of_category int)
returns table (positive int, meetings int)
language sql
stable
as $$
  select (
      of_category in (1, 2, 5)
      or of_category > 9
      and exists (select from lead_category k where k.workspace_id = of_workspace and k.id = of_category and k.sentiment = 'positive')
    )::int,
    (of_category = 2)::int
$$;

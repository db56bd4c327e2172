-- Conversations in which somebody wrote and that have a text, in the lead or in a received mail; at most p_limit of each kind, newest first.
-- The planner cannot tell how common words of mails are (measured: 160 rows expected, 100,000 found), so a sample of the newest 500 is read
-- first, and the newest 5,000 when a tenth of the sample has the text. Only a text that fewer have is looked up in all mails; two letters make
-- no trigram. Runs as the owner for the reason given in search_leads.
create or replace function search_received(p_workspace int, p_text text, p_limit int)
returns setof int
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  newest int;
  by_words int[] := '{}';
begin
  if p_workspace <> coalesce(nullif(current_setting('app.workspace_id', true), '')::int, p_workspace) then
    raise exception 'a search outside of the workspace' using errcode = '42501';
  end if;

  foreach newest in array array[500, 5000] loop
    if newest = 5000 and cardinality(by_words) < 50 and length(p_text) >= 3 then
      continue;
    end if;
    by_words := array(
      select n.enrolment_id
      from (
        select m.enrolment_id,
          m.from_email,
          m.subject,
          left(m.text_body, 4000) as words
        from message m
        where m.workspace_id = p_workspace
          and m.direction = 'in'
          and m.enrolment_id is not null
        order by m.at desc, m.id desc
        limit newest
      ) n
      where lower(n.from_email || ' ' || n.subject || ' ' || n.words) like pattern
    );
  end loop;

  if cardinality(by_words) < 500 and length(p_text) >= 3 then
    execute format(
      $query$
        select array(
          select m.enrolment_id
          from message m
          where m.workspace_id = %s
            and m.direction = 'in'
            and m.enrolment_id is not null
            and lower(m.from_email || ' ' || m.subject || ' ' || left(m.text_body, 4000)) like %L
          order by m.at desc, m.id desc
          limit %s
        )
      $query$,
      p_workspace, pattern, p_limit
    )
    into by_words;
  end if;

  return query execute format(
    $query$
      select distinct found.id
      from (
        (
          select e.id
          from enrolment e
          join lead l on l.id = e.lead_id
          where e.workspace_id = %1$s
            and l.workspace_id = %1$s
            and e.last_inbound_at is not null
            and l.has_replied
            and lower(
              l.email || ' ' || coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '') || ' ' || coalesce(l.company_name, '')
            ) like %2$L
          order by e.last_inbound_at desc, e.id desc
          limit %3$s
        )
        union all
        select unnest($1)
      ) found
    $query$,
    p_workspace, pattern, p_limit
  )
  using by_words;
end
$$;

revoke all on function search_received from public;
grant execute on function search_received to skein_app, skein_system;

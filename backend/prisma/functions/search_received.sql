-- Conversations in which somebody wrote and that have a text, in the lead, in a received mail or in a LinkedIn message; of each kind p_limit at most, newest first.
-- A 0 among them says that older ones were left out. The planner cannot tell how common words of mails are (measured: 160 rows expected,
-- 100,000 found), so a sample of the newest 2,000 mails is read first. A text in a tenth of them is looked for in the newest 5,000; one in a
-- hundredth of them in the newest 20,000 until 500 have it, since all mails with it are too many to sort. Only a rarer one is looked up
-- in all mails; two letters make no trigram. Of LinkedIn messages, of which there are few, the newest 20,000 are read. Runs as the owner for the reason given in search_leads.
create or replace function search_received(p_workspace int, p_text text, p_limit int)
returns setof int
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  newest int := 2000;
  enough int := 2000;
  by_words int[];
  by_lead int[];
  by_linkedin int[];
  is_capped boolean := false;
begin
  perform require_workspace(p_workspace);

  loop
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
      limit enough
    );
    exit when newest > 2000;
    if cardinality(by_words) >= 200 or length(p_text) < 3 then
      newest := 5000;
      enough := 5000;
    elsif cardinality(by_words) >= 20 then
      newest := 20000;
      enough := 500;
    else
      exit;
    end if;
  end loop;

  if length(p_text) < 3 or newest = 5000 and cardinality(by_words) >= 500 or newest = 20000 and cardinality(by_words) >= 50 then
    is_capped := cardinality(by_words) >= enough
      or exists (
        select
        from message m
        where m.workspace_id = p_workspace
          and m.direction = 'in'
          and m.enrolment_id is not null
        order by m.at desc, m.id desc
        offset newest
      );
    -- Somebody may have written many of them.
    by_words := array(
      select w.id
      from unnest(by_words) with ordinality as w(id, place)
      group by 1
      order by min(w.place)
      limit p_limit + 1
    );
    if cardinality(by_words) > p_limit then
      is_capped := true;
      by_words := by_words[:p_limit];
    end if;
  else
    execute format(
      $query$
        select array(
          select m.enrolment_id
          from message m
          where m.workspace_id = %s
            and m.direction = 'in'
            and m.enrolment_id is not null
            and lower(m.from_email || ' ' || m.subject || ' ' || left(m.text_body, 4000)) like %L
          group by 1
          order by max(m.at) desc, 1 desc
          limit %s
        )
      $query$,
      p_workspace, pattern, p_limit
    )
    into by_words;
    is_capped := cardinality(by_words) >= p_limit;
  end if;

  execute format(
    $query$
      select array(
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
    $query$,
    p_workspace, pattern, p_limit
  )
  into by_lead;

  by_linkedin := array(
    select n.enrolment_id
    from (
      select m.enrolment_id,
        m.sender_name,
        m.text,
        m.at
      from linkedin_message m
      where m.workspace_id = p_workspace
      order by m.at desc
      limit 20000
    ) n
    where lower(coalesce(n.sender_name, '') || ' ' || left(n.text, 4000)) like pattern
    group by 1
    order by max(n.at) desc, 1 desc
    limit p_limit
  );
  is_capped := is_capped
    or cardinality(by_lead) >= p_limit
    or cardinality(by_linkedin) >= p_limit
    or exists (
      select from linkedin_message m where m.workspace_id = p_workspace order by m.at desc offset 20000
    );

  return query
  select distinct found.id
  from unnest(by_words || by_lead || by_linkedin || case when is_capped then array[0] else '{}' end) as found(id);
end
$$;

revoke all on function search_received from public;
grant execute on function search_received to skein_app, skein_system;

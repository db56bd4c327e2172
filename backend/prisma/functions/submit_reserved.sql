-- RESERVED becomes SUBMITTING, with what is being sent, for each mail that may leave. First the locks (on what a stop would change: the campaign,
-- the enrolment, and the workspace's lock against suppressions last), then the check by a snapshot taken under them, then the state.
-- Without p_may_wait a mail whose locks somebody else holds is answered BUSY and left as it is, so that one mail never holds up the others and no
-- two workers wait for each other in a circle; it is then asked for again on its own, and waits.
create or replace function submit_reserved(p_mails json, p_at timestamptz, p_held boolean, p_lease float8, p_may_wait boolean)
returns table (intent_id bigint, refusal text)
language plpgsql
as $$
#variable_conflict use_column
declare
  ids bigint[];
  tokens bigint[];
  free bigint[];
  free_tokens bigint[];
  campaigns int[];
  enrolments int[];
  workspaces int[];
begin
  select array_agg(g.id), array_agg(g.token)
  into ids, tokens
  from json_to_recordset(p_mails) as g(id bigint, token bigint);

  if p_may_wait then
    perform 1
    from campaign c
    where c.id in (select i.campaign_id from intent i where i.id = any(ids))
    order by c.id
    for share of c;

    perform 1
    from enrolment e
    where e.id in (select i.enrolment_id from intent i where i.id = any(ids))
    order by e.id
    for update of e;

    perform pg_advisory_xact_lock_shared(72707373, w.id)
    from (
      select distinct i.workspace_id as id
      from intent i
      where i.id = any(ids)
      order by 1
    ) w;

    perform 1
    from intent i
    where i.id = any(ids)
    order by i.id
    for update of i;

    free := ids;
    free_tokens := tokens;
  else
    select array_agg(f.id)
    into campaigns
    from (
      select c.id
      from campaign c
      where c.id in (select i.campaign_id from intent i where i.id = any(ids))
      for share of c skip locked
    ) f;

    select array_agg(f.id)
    into enrolments
    from (
      select e.id
      from enrolment e
      where e.id in (select i.enrolment_id from intent i where i.id = any(ids))
      for update of e skip locked
    ) f;

    select array_agg(f.id)
    into workspaces
    from (
      select distinct i.workspace_id as id
      from intent i
      where i.id = any(ids)
    ) f
    where pg_try_advisory_xact_lock_shared(72707373, f.id);

    select array_agg(f.id), array_agg(g.token)
    into free, free_tokens
    from (
      select i.id
      from intent i
      where i.id = any(ids)
        and i.workspace_id = any(workspaces)
        and (i.campaign_id is null or i.campaign_id = any(campaigns))
        and (i.enrolment_id is null or i.enrolment_id = any(enrolments))
      for update of i skip locked
    ) f
    join unnest(ids, tokens) as g(id, token) on g.id = f.id;

    return query
      select b.id, 'BUSY'
      from unnest(ids) as b(id)
      where b.id <> all(coalesce(free, '{}'));
  end if;

  -- A statement of its own sees whatever was committed before the locks were taken.
  return query
    with checked as materialized (
      select r.intent_id as id, r.refusal as why
      from sending_refusals(free, free_tokens, p_at, p_held) r
    ), written as (
      update intent i
      set state = 'SUBMITTING',
        submitting_at = clock_timestamp(),
        leased_until = clock_timestamp() + make_interval(secs => p_lease),
        send_at = p_at,
        subject = g.subject,
        body_html = g.html,
        body_text = g.text,
        in_reply_to = g.in_reply_to,
        "references" = g."references",
        links = g.links,
        updated_at = now(),
        attachments = case
          when i.kind = 'CAMPAIGN' then
            coalesce((select v.attachments from step_variant v where v.id = i.variant_id), i.attachments)
          else i.attachments
        end
      from json_to_recordset(p_mails) as g(
        id bigint,
        token bigint,
        subject text,
        html text,
        text text,
        in_reply_to text,
        "references" text[],
        links jsonb
      )
      join checked k on k.id = g.id and k.why is null
      where i.id = g.id
        and i.state = 'RESERVED'
        and i.fencing_token = g.token
      returning i.id
    )
    select k.id,
      coalesce(k.why, case when w.id is null then 'LOST_LEASE' end)
    from checked k
    left join written w on w.id = k.id;
end
$$;

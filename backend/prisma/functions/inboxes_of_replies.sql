-- The mailboxes that could hold a reply from a lead: those that wrote to it in this campaign, its parent or its subsequences, and the mailbox
-- that their Reply-To names. Removed mailboxes are not read any more.
create or replace function inboxes_of_replies(p_enrolment int)
returns setof int
language sql
stable
as $$
  with written as (
    select distinct i.mailbox_id as id
    from enrolment e
    join campaign c on c.id = e.campaign_id
    join enrolment o on o.lead_id = e.lead_id
    join campaign f on f.id = o.campaign_id
      and coalesce(f.parent_campaign_id, f.id) = coalesce(c.parent_campaign_id, c.id)
    join intent i on i.enrolment_id = o.id and i.state in ('SENT', 'IN_DOUBT')
    where e.id = p_enrolment
  )
  select m.id
  from written w
  join mailbox m on m.id = w.id and m.deleted_at is null
  union
  select b.id
  from written w
  join mailbox m on m.id = w.id
  join mailbox b on b.workspace_id = m.workspace_id
    and b.from_email = lower(m.different_reply_to_address)
    and b.deleted_at is null
$$;

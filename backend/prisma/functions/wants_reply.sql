-- Whether a person hears of a reply: its category as it is now, its client, and whose mailbox it came to, as they chose. A client never hears of
-- categories that are hidden from them.
create or replace function wants_reply(p_workspace int, p_user int, p_facts jsonb)
returns boolean
language sql
stable
as $$
  select coalesce(
    (
      select (e.category_id is null or h.id is null or not e.category_id = any (h.restricted_categories))
        and (
          s.user_id is null
          or (s.reply_categories = '{}' or e.category_id = any (s.reply_categories))
            and (s.reply_clients = '{}' or c.client_id = any (s.reply_clients))
            and (
              s.reply_mailboxes = 'all'
              or exists (
                select
                from mailbox m
                where m.workspace_id = p_workspace
                  and m.id = (p_facts ->> 'reply_mailbox_id')::int
                  and (
                    m.created_by = p_user
                    or exists (
                      select
                      from member_assignment a
                      where a.workspace_id = p_workspace and a.user_id = p_user and a.mailbox_id = m.id
                    )
                  )
              )
            )
        )
      from enrolment e
      join campaign c on c.workspace_id = p_workspace and c.id = e.campaign_id
      join app_user u on u.workspace_id = p_workspace and u.id = p_user
      left join agency_client h on h.workspace_id = p_workspace and h.id = u.client_id
      left join notice_setting s on s.workspace_id = p_workspace and s.user_id = p_user
      where e.workspace_id = p_workspace and e.id = (p_facts ->> 'enrolment_id')::int
    ),
    false
  )
$$;

-- The mailboxes that a member with limited access sees: created by them, assigned to them, or of a client that is assigned to them. The only
-- place of this rule; it runs with the caller's rights, so row-level security applies.
create or replace function member_mailboxes(p_member int)
returns setof int
language sql
stable
as $$
  select m.id
  from app_user u
  join mailbox m on m.workspace_id = u.workspace_id
  where u.id = p_member
    and (
      m.created_by = u.id
      or exists (
        select
        from member_assignment a
        where a.workspace_id = u.workspace_id
          and a.user_id = u.id
          and (a.mailbox_id = m.id or a.client_id = m.client_id)
      )
    )
$$;

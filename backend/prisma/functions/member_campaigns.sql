-- The campaigns that a member with limited access sees: created by them, owned by them, assigned to them, or of a client that is assigned to
-- them. The only place of this rule; it runs with the caller's rights, so row-level security applies.
create or replace function member_campaigns(p_member int)
returns setof int
language sql
stable
as $$
  select c.id
  from app_user u
  join campaign c on c.workspace_id = u.workspace_id
  where u.id = p_member
    and (
      c.created_by = u.id
      or c.team_member_id = u.id
      or exists (
        select
        from member_assignment a
        where a.workspace_id = u.workspace_id
          and a.user_id = u.id
          and (a.campaign_id = c.id or a.client_id = c.client_id)
      )
    )
$$;

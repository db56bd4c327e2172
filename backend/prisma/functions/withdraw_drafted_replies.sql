-- Stops answers that the AI drafted and that have not begun to leave, because what they answer is not the last word any more, or nobody wants them sent.
-- The reason is the trigger's argument. Submitting locks the row as well, so that one of both comes first.
create or replace function withdraw_drafted_replies()
returns trigger
language plpgsql
as $$
begin
  update intent i
  set state = 'CANCELLED',
    cancel_reason = tg_argv[0],
    lease_owner = null,
    leased_until = null,
    updated_at = now()
  where i.drafted_by is not null
    and i.state = 'RESERVED'
    and i.workspace_id = case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end
    and case tg_table_name
      when 'assistant' then true
      when 'lead' then i.enrolment_id in (
        select e.id from enrolment e where e.lead_id = (to_jsonb(new) ->> 'id')::int
      )
      when 'enrolment' then i.enrolment_id = (to_jsonb(new) ->> 'id')::int
      else i.enrolment_id = (to_jsonb(new) ->> 'enrolment_id')::int
    end;
  return null;
end
$$;

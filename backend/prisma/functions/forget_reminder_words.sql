-- The words of a removed reminder and an address that was forgotten are kept for undoing that. They go with the conversation, whatever takes that away: a lead that is erased, or was
-- taken out of the campaign before. A removal that is under way holds its reminder, which goes with the conversation too, so that its row is seen here.
create or replace function forget_reminder_words()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update inbox_change_row r
  set before = r.before - array['message', 'email', 'evidence']
  from gone g
  where r.workspace_id = g.workspace_id
    and r.enrolment_id = g.id
    and r.before ?| array['message', 'email', 'evidence'];
  return null;
end
$$;

-- A committed suppression is seen by every mail that has not begun to leave. The sender holds the shared form of this lock from its last check
-- until SUBMITTING is committed; whoever suppresses waits for it at the very end of its transaction, after every row lock, so that the two never
-- wait for each other in a circle.
create or replace function suppression_waits_for_sending()
returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(72707373, new.workspace_id);
  return null;
end
$$;

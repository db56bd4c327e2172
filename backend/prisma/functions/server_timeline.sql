-- The timeline of the server: a standby that takes over begins a new one. The running processes ask before each mail, because this server may
-- lack what their last one confirmed. pg_control_checkpoint() tells the new timeline only after the next checkpoint, minutes later; the name of
-- the log that is being written tells it at once. Zero where a managed server does not let us ask.
create or replace function server_timeline()
returns int
language plpgsql
as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int;
exception when others then
  return 0;
end
$$;

-- A standby that takes over begins a new timeline. The running processes ask before each mail, because what their last server
-- confirmed may not have reached this one. pg_control_checkpoint() tells the new timeline only after the next checkpoint, minutes
-- later; the name of the log that is written now tells it at once. Zero where a managed server keeps it from us.
CREATE FUNCTION server_timeline() RETURNS int LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int;
EXCEPTION WHEN OTHERS THEN
  RETURN 0;
END
$$;

-- Whether this server is another one than the one this installation was confirmed on.
CREATE FUNCTION server_has_changed() RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT EXISTS (SELECT 1 FROM instance WHERE id = 1 AND timeline <> 0 AND server_timeline() NOT IN (0, timeline))
$$;

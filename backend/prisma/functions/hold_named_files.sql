-- Whoever saves a text that names an uploaded file locks the file's row until the text is committed. The sweep of unused files deletes that row
-- first and then reads the texts again, so it either sees the text or took the file before. The columns with the texts are the trigger's
-- arguments; the shapes of the names are those of signed-files.store.ts.
create or replace function hold_named_files()
returns trigger
language plpgsql
as $$
begin
  perform 1
  from signed_file f
  where f.workspace_id = new.workspace_id
    and f.storage_key in (
      select m.found[1]
      from unnest(tg_argv) as a(col),
        regexp_matches(
          to_jsonb(new) ->> a.col,
          '((?:sequences/\d+/|inbox/\d+/uploads/)[0-9a-f-]{36}|images/(?:sequence|profile)/[a-z0-9-]+\.[a-z]{3,4})',
          'g'
        ) as m(found)
    )
  order by f.storage_key
  for key share;
  return new;
end
$$;

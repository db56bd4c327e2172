-- Whoever asks for a block-list entry that an upload or a verification brought takes it over (an unsubscribe, a bounce, a person): undoing the
-- upload, or the next verification, would otherwise let mails go to somebody who asked for none. It stays the file's as well: who took it over does not undo it. Verification itself takes nothing over: what it
-- put on the list it takes off by itself.
-- The update is planned while the list may still be empty, and then any index of the workspace looks as good as that of the entry: a list of
-- 100,000 that came in one statement read all entries before it for each row. A workspace without uploads and verifications is spared that.
create or replace function suppression_is_taken_over()
returns trigger
language plpgsql
as $$
begin
  if new.source <> 'verification'
    and current_setting('app.importing', true) is distinct from 'on'
    and (
      exists (select from block_upload where workspace_id = new.workspace_id)
      or exists (select from verification where workspace_id = new.workspace_id)
    )
  then
    update suppression
    set upload_id = null,
      source = new.source,
      reason = coalesce(new.reason, reason),
      created_by = new.created_by,
      stands_for_others = true
    where workspace_id = new.workspace_id
      and kind = new.kind
      and value = new.value
      and client_scope = new.client_scope
      and (upload_id is not null or source = 'verification');
  end if;
  return new;
end
$$;

-- An entry that a list, a person or an unsubscribe asked for stays theirs when verification finds the address invalid as well: what verification put on
-- the list it takes off by itself. The other way round the stronger reason takes the entry over, so that no later verification takes it off.
CREATE OR REPLACE FUNCTION suppression_is_taken_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.source <> 'verification' AND (EXISTS (SELECT FROM block_upload WHERE workspace_id = NEW.workspace_id) OR EXISTS (SELECT FROM verification WHERE workspace_id = NEW.workspace_id)) THEN
    UPDATE suppression SET upload_id = NULL, source = NEW.source, reason = coalesce(NEW.reason, reason), created_by = NEW.created_by
    WHERE workspace_id = NEW.workspace_id AND kind = NEW.kind AND value = NEW.value AND client_scope = NEW.client_scope AND (upload_id IS NOT NULL OR source = 'verification');
  END IF;
  RETURN NEW;
END $$;

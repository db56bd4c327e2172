-- The update is planned while the list may still be empty, and then any index of the workspace looks as good as the one of the entry: a list
-- of 100,000 that came in one statement read all entries before it for each row. A workspace that never uploaded a list has none to take over.
CREATE OR REPLACE FUNCTION suppression_is_taken_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM block_upload WHERE workspace_id = NEW.workspace_id) THEN
    UPDATE suppression SET upload_id = NULL, source = NEW.source, reason = coalesce(NEW.reason, reason), created_by = NEW.created_by
    WHERE workspace_id = NEW.workspace_id AND kind = NEW.kind AND value = NEW.value AND client_scope = NEW.client_scope AND upload_id IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;

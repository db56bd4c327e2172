-- Whoever saves a text that names an uploaded file holds the file's row until the text is there, so that the sweep of unused files, which deletes that
-- row first and then looks at the texts again, either sees the text or took the file before. The names are those of signed-files.store.ts.
CREATE FUNCTION hold_named_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM signed_file f WHERE f.workspace_id = NEW.workspace_id AND f.storage_key IN (
    SELECT m.found[1] FROM unnest(TG_ARGV) AS a(col), regexp_matches(to_jsonb(NEW) ->> a.col, '((?:sequences/\d+/|inbox/\d+/uploads/)[0-9a-f-]{36}|images/(?:sequence|profile)/[a-z0-9-]+\.[a-z]{3,4})', 'g') AS m(found)
  ) ORDER BY f.storage_key FOR KEY SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER hold_named_files BEFORE INSERT OR UPDATE OF email_body, attachments ON "step_variant" FOR EACH ROW WHEN (NEW.email_body LIKE '%images/sequence/%' OR NEW.attachments <> '[]') EXECUTE FUNCTION hold_named_files('email_body', 'attachments');
CREATE TRIGGER hold_named_files BEFORE INSERT OR UPDATE OF email_body ON "step_template" FOR EACH ROW WHEN (NEW.email_body LIKE '%images/sequence/%') EXECUTE FUNCTION hold_named_files('email_body');
CREATE TRIGGER hold_named_files BEFORE INSERT OR UPDATE OF signature ON "mailbox" FOR EACH ROW WHEN (NEW.signature LIKE '%images/%') EXECUTE FUNCTION hold_named_files('signature');
CREATE TRIGGER hold_named_files BEFORE INSERT OR UPDATE OF content ON "reply_draft" FOR EACH ROW EXECUTE FUNCTION hold_named_files('content');
-- Mails of campaigns, of which there are many, name what their steps name.
CREATE TRIGGER hold_named_files BEFORE INSERT OR UPDATE OF body_html, attachments ON "intent" FOR EACH ROW WHEN (NEW.created_by IS NOT NULL) EXECUTE FUNCTION hold_named_files('body_html', 'attachments');
CREATE TRIGGER hold_named_files BEFORE INSERT OR UPDATE OF profile_pic_url ON "app_user" FOR EACH ROW WHEN (NEW.profile_pic_url LIKE '%images/profile/%') EXECUTE FUNCTION hold_named_files('profile_pic_url');

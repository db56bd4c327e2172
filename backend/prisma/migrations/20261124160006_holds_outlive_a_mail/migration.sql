-- A hold that came while a mail was leaving (somebody of the company replied, the lead is away) outlives the mail: only the wait between two tries of
-- a mail ends with it, and what has run out. The function stays as it is otherwise.
DO $$
DECLARE
  body text := pg_get_functiondef('record_sent_mails'::regproc);
  old text := 'hold_kind = NULL, hold_until = NULL, constraint_code = CASE WHEN g.next_step_id IS NULL';
BEGIN
  IF position(old IN body) = 0 THEN RAISE EXCEPTION 'record_sent_mails is not the function that this migration knows'; END IF;
  EXECUTE replace(body, old, 'hold_kind = CASE WHEN e.hold_kind = ''RETRY'' OR e.hold_until <= i.send_at THEN NULL ELSE e.hold_kind END, hold_until = CASE WHEN e.hold_kind = ''RETRY'' OR e.hold_until <= i.send_at THEN NULL ELSE e.hold_until END, constraint_code = CASE WHEN g.next_step_id IS NULL');
END $$;

-- Every process keeps who stands behind a token for a few seconds. Whatever changes a person, a client, a key, a session
-- or a plan, by whichever way, is told to all of them when it commits, so that a changed role acts at once.
CREATE FUNCTION tell_actor_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skein_actors', CASE WHEN TG_TABLE_NAME = 'workspace' THEN to_jsonb(OLD) ->> 'id' ELSE to_jsonb(OLD) ->> 'workspace_id' END);
  RETURN NULL;
END
$$;

CREATE TRIGGER actor_change AFTER UPDATE OF email, name, role, status, client_id OR DELETE ON app_user FOR EACH ROW EXECUTE FUNCTION tell_actor_change();
CREATE TRIGGER actor_change AFTER UPDATE OF revoked_at, expires_at OR DELETE ON user_session FOR EACH ROW EXECUTE FUNCTION tell_actor_change();
CREATE TRIGGER actor_change AFTER UPDATE OF status, user_id, client_id OR DELETE ON api_key FOR EACH ROW EXECUTE FUNCTION tell_actor_change();
CREATE TRIGGER actor_change AFTER UPDATE OF permissions, restricted_categories OR DELETE ON agency_client FOR EACH ROW EXECUTE FUNCTION tell_actor_change();
CREATE TRIGGER actor_change AFTER UPDATE OF plan_type, trial_end_at, is_subscribed, subscription_end_at OR DELETE ON workspace FOR EACH ROW EXECUTE FUNCTION tell_actor_change();

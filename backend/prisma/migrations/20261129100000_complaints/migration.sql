-- The ranking of the fleet counts the emails that somebody reported as spam, and those that no server took.
create index message_complaints on message (workspace_id, intent_id) where kind = 'complaint';
create index intent_failed on intent (workspace_id, send_at) where state = 'FAILED';

-- The sandbox mail world: a local mail provider for machines without outside accounts. Its tables live in a schema of
-- their own, are written only by the sandbox process, and never exist for a production workspace's data.
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE IF NOT EXISTS sandbox.mail_account (
    email text PRIMARY KEY,
    password_hash text NOT NULL,
    settings jsonb NOT NULL,
    created_at double precision NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.mail_folder (
    id bigint PRIMARY KEY,
    account text NOT NULL,
    path text NOT NULL,
    special_use text,
    uid_validity bigint NOT NULL,
    uid_next bigint NOT NULL,
    highest_modseq bigint NOT NULL,
    subscribed boolean NOT NULL
);

-- A mail's bytes are stored once; folders, the record and pending reactions point at them.
CREATE TABLE IF NOT EXISTS sandbox.mail_content (
    id bigint PRIMARY KEY,
    raw bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.mail_message (
    folder_id bigint NOT NULL,
    uid bigint NOT NULL,
    content_id bigint NOT NULL,
    modseq bigint NOT NULL,
    internal_date double precision NOT NULL,
    size bigint NOT NULL,
    flags text[] NOT NULL,
    message_id text,
    PRIMARY KEY (folder_id, uid)
);

-- Every mail the SMTP server answered 250 for: the world's own record, never written by product code.
CREATE TABLE IF NOT EXISTS sandbox.smtp_record (
    id bigint PRIMARY KEY,
    accepted_at double precision NOT NULL,
    accepted_at_real double precision NOT NULL,
    login text,
    sender text NOT NULL,
    recipients jsonb NOT NULL,
    message_id text,
    envelope_id text,
    subject text,
    size bigint NOT NULL,
    content_id bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS smtp_record_message_id ON sandbox.smtp_record (message_id);
CREATE INDEX IF NOT EXISTS smtp_record_accepted_at ON sandbox.smtp_record (accepted_at);

CREATE TABLE IF NOT EXISTS sandbox.prospect_conversation (
    id bigint PRIMARY KEY,
    prospect text NOT NULL,
    state jsonb NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.prospect_reaction (
    id bigint PRIMARY KEY,
    due_at double precision NOT NULL,
    conversation_id bigint NOT NULL,
    state jsonb NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.prospect_violation (
    id bigint PRIMARY KEY,
    details jsonb NOT NULL
);

-- The sandbox process may use the product's system role (or the login user that owns the tables).
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'skein_system') THEN
        GRANT USAGE ON SCHEMA sandbox TO skein_system;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO skein_system;
    END IF;
END
$$;

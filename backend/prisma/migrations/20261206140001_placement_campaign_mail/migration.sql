-- Emails of placement tests are those of their campaign: their links lead where the email says, and they use the campaign's dedicated servers.

alter table placement_mail
  add column links text[] not null default '{}',
  -- Those that a merge field is part of, and the lead whose data the email was written with: it holds a copy of what they are erased from.
  add column personal_links text[] not null default '{}',
  add column lead_id int,
  -- Failures that say nothing of the mailbox: they end the email without counting against its placement.
  add column own_failures int not null default 0;

create index placement_mail_workspace_id_lead_id_idx on placement_mail (workspace_id, lead_id);

-- A deleted test stays until its emails have left the daily limits of their mailboxes.
alter table placement_test
  add column deleted_at timestamptz(3);

create index placement_test_deleted_at_idx on placement_test (deleted_at) where deleted_at is not null;

-- What tests did to mailboxes and steps is looked for in every round.
create index mailbox_placement_rule_idx on mailbox (workspace_id) where placement ?| array['rest', 'cap'];

create index sequence_step_pause_reason_idx on sequence_step (campaign_id) where pause_reason is not null;

-- What arrived of each variant, by its letter; `content` stays what a test of one text has.
alter table placement_run
  add column variant_contents jsonb not null default '{}';

alter table server_mail
  alter column intent_id drop not null,
  add column placement_mail_id int,
  add constraint server_mail_placement_mail_id_fkey foreign key (placement_mail_id) references placement_mail (id)
    on delete set null on update no action,
  -- Neither once the test is gone: the volume of the server stays.
  add constraint server_mail_of_one_check check (num_nonnulls(intent_id, placement_mail_id) <= 1);

create index server_mail_placement_mail_id_idx on server_mail (placement_mail_id);

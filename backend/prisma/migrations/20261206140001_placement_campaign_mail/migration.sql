-- Emails of placement tests are those of their campaign: their links lead where the email says, and they use the campaign's dedicated servers.

alter table placement_mail
  add column links text[] not null default '{}';

-- What arrived of each variant, by its letter; `content` stays what a test of one text has.
alter table placement_run
  add column variant_contents jsonb not null default '{}';

alter table server_mail
  alter column intent_id drop not null,
  add column placement_mail_id int,
  add constraint server_mail_placement_mail_id_fkey foreign key (placement_mail_id) references placement_mail (id)
    on delete cascade on update no action,
  add constraint server_mail_of_one_check check (num_nonnulls(intent_id, placement_mail_id) = 1);

create index server_mail_placement_mail_id_idx on server_mail (placement_mail_id);

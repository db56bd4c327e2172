-- Whether a seed is a person's mailbox or one of a company.

alter table placement_seed
  add column kind text not null default 'personal' check (kind in ('personal', 'business'));

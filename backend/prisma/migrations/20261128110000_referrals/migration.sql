alter table email_token add column new_email text;

alter table workspace add column referral_code text;

create unique index workspace_referral_code_key on workspace (referral_code);

create table referral (
  referred_id int not null,
  workspace_id int not null,
  created_at timestamptz(3) not null,
  paid_at timestamptz(3),
  credits int not null default 0 check (credits >= 0),
  constraint referral_pkey primary key (referred_id),
  constraint referral_workspace_id_fkey foreign key (workspace_id)
    references workspace (id) on delete cascade on update cascade
);

create index referral_workspace_id_idx on referral (workspace_id);

select protect_tenant_tables();

-- Host names of workspaces for the links in their emails. Only a verified one is put into an email.

create table tracking_domain (
  workspace_id int not null references workspace (id) on delete cascade on update no action,
  domain text not null check (char_length(domain) between 1 and 253),
  -- The CNAME leads to the tracking host: a proxy may ask for a certificate.
  pointed_at timestamptz(3),
  -- Since when a request to it has come back with our answer.
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  problem text,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, domain)
);

create index tracking_domain_domain_idx on tracking_domain (domain);

insert into tracking_domain (workspace_id, domain)
select distinct workspace_id, custom_tracking_domain
from mailbox
where custom_tracking_domain <> '' and char_length(custom_tracking_domain) <= 253;

select protect_tenant_tables();

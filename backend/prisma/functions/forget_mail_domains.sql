-- Forgets what verification remembers of domains at which no lead of any workspace is any more. What it remembers is shared, and a session that is bound to
-- a workspace does not see the leads of the others: it runs as the owner, and answers nothing.
create or replace function forget_mail_domains(p_domains text[])
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  delete from mail_domain_catch_all d
  where d.domain = any(p_domains)
    and not exists (
      select
      from workspace w
      where exists (select from lead l where l.workspace_id = w.id and l.domain = d.domain)
    )
$$;

revoke all on function forget_mail_domains from public;
grant execute on function forget_mail_domains to skein_app, skein_system;

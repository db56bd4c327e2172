-- Leads whose domain these domains cover (covering_domains the other way round): by the index of domains, and by that of domains with more than two
-- parts, read from their end. Below `acme.com` is what begins with `moc.emca.`, which sorts before `moc.emca/`.
-- reverse is not leakproof, so that row-level security would keep the index from being used: it runs as the owner, for the caller's workspace.
create or replace function leads_covered_by(p_workspace int, p_domains text[])
returns setof int
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
begin
  perform require_workspace(p_workspace);

  return query
    select l.id
    from lead l
    where l.workspace_id = p_workspace and l.domain = any(p_domains)
    union
    select l.id
    from unnest(p_domains) as d(domain)
    join lead l on l.workspace_id = p_workspace
      and l.domain like '%.%.%'
      and reverse(l.domain) collate "C" >= reverse(d.domain) || '.'
      and reverse(l.domain) collate "C" < reverse(d.domain) || '/';
end
$$;

revoke all on function leads_covered_by from public;
grant execute on function leads_covered_by to skein_app, skein_system;

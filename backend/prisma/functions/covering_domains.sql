-- The domains whose block covers a domain: itself and those above it, down to two parts. `mail.acme.com` is covered by `mail.acme.com` and `acme.com`.
-- No domain, as that of an email without a lead, is covered by none. A domain has at most 253 characters: what a hostile sender writes beyond them
-- is above no entry.
-- The one rule of both block lists (decision 32); `coveringDomains` of platform/mail/covering-domains.ts is the same in code.
create or replace function covering_domains(p_domain text)
returns text[]
language plpgsql
immutable
strict
parallel safe
as $$
declare
  covering text[] := array[p_domain];
  rest text := right(p_domain, 254);
begin
  loop
    rest := substr(rest, strpos(rest, '.') + 1);
    exit when strpos(rest, '.') = 0;
    covering := covering || rest;
  end loop;
  return covering;
end
$$;

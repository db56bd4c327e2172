-- Whether an untracked reply falls under one entry of the workspace's lists (docs/domain.md, Untracked replies). Values are lower case.
create or replace function untracked_matches(kind text, value text, sender text, subject text, words text)
returns boolean
language sql immutable
as $$
  select case kind
    when 'EMAIL' then lower(sender) = value
    when 'DOMAIN' then value = any(covering_domains(split_part(lower(sender), '@', 2)))
    when 'SUBJECT' then position(value in lower(subject)) > 0
    else position(value in lower(subject || ' ' || left(words, 20000))) > 0
  end
$$;

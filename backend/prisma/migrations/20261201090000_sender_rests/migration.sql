-- A mailbox whose own server sends nothing for it rests beside whatever bounces have asked of it, so each kind has its own active row.
alter table bounce_response
  add column cause text check (cause in ('LIMIT', 'SUSPENDED', 'SPAM_FILTER', 'RELAY', 'SENDER_REFUSED')),
  drop constraint bounce_response_bounce_class_check,
  add constraint bounce_response_bounce_class_check
    check (bounce_class in ('RECIPIENT', 'SENDER', 'CONTENT', 'SENDER_STATE')),
  add constraint bounce_response_cause_check1 check ((bounce_class = 'SENDER_STATE') = (cause is not null));

drop index bounce_response_active;
create unique index bounce_response_active on bounce_response (workspace_id, scope, scope_id, (bounce_class = 'SENDER_STATE'))
  where ended_at is null;

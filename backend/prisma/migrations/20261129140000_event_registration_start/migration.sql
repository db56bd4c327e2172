-- The start that a person registered for, to tell them when it changes.

alter table event_registration add column starts_at timestamptz(3);
create index event_registration_event_idx on event_registration (event);

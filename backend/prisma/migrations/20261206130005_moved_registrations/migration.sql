-- When people were told that the date they registered for moved: they are reminded of its new start as well.

alter table event_registration add column moved_at timestamptz(3);

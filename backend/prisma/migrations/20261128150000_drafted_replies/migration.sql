-- Answers that the AI drafts and a rule of the workspace sends, after a delay in which anybody can stop them.
alter table assistant add column sends_drafts boolean not null default false;
alter table assistant add column draft_category_ids int[] not null default array[]::int[];
alter table assistant add column draft_delay_minutes int not null default 30 check (draft_delay_minutes between 5 and 1440);
alter table assistant add column draft_min_confidence smallint not null default 90 check (draft_min_confidence between 80 and 99);

alter table intent add column drafted_by text check (drafted_by = 'AI');
create index intent_drafted on intent (enrolment_id) where drafted_by is not null;

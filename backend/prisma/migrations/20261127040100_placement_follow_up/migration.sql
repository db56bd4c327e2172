-- What a placement test found about a mailbox, and why it rests, sends less, or a step is paused.

alter table mailbox add column placement jsonb;

alter table sequence_step add column pause_reason text;

-- A run whose settling was interrupted is taken up again.
alter table placement_run add column settle_leased_until timestamptz(3);

-- Answers that are kept for a repeated request may name people. What lay open is forgotten: a repeated request is carried out again.
alter table idempotency_key add column body_sealed bytea;

delete from idempotency_key;

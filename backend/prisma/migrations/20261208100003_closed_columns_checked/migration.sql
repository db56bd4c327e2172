-- no-transaction
-- Reads the old rows, and lets everybody else read and write meanwhile.
alter table campaign validate constraint campaign_status_closed;
alter table campaign validate constraint campaign_status_reason_closed;
alter table enrolment validate constraint enrolment_status_closed;
alter table enrolment validate constraint enrolment_reason_closed;
alter table enrolment validate constraint enrolment_hold_kind_closed;
alter table enrolment validate constraint enrolment_constraint_code_closed;
alter table enrolment validate constraint enrolment_category_by_closed;
alter table intent validate constraint intent_kind_closed;
alter table intent validate constraint intent_state_closed;
alter table intent validate constraint intent_failure_class_closed;
alter table intent validate constraint intent_cancel_reason_closed;
alter table intent validate constraint intent_sent_copy_closed;
alter table mailbox validate constraint mailbox_type_closed;
alter table mailbox validate constraint mailbox_auth_method_closed;
alter table mailbox validate constraint mailbox_smtp_port_type_closed;
alter table mailbox validate constraint mailbox_imap_port_type_closed;
alter table mailbox validate constraint mailbox_failure_code_closed;

-- An email that belongs to no campaign (kind SINGLE) can name another sender than its mailbox, and another address for answers.
alter table intent add column from_name text check (char_length(from_name) <= 200);
alter table intent add column reply_to text check (char_length(reply_to) <= 320);

-- What an agency says around its emails: how they greet, how they end, and who answers questions.

alter table whitelabel
  add column mail_greeting text check (char_length(mail_greeting) <= 60),
  add column mail_footer text check (char_length(mail_footer) <= 400),
  add column support_address text;

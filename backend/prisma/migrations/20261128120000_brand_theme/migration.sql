-- More of an agency's face: a line on its login page, an accent for the dark theme, its font and how round corners are.

alter table whitelabel
  add column login_text text check (char_length(login_text) <= 160),
  add column accent_dark text,
  add column font text not null default 'standard' check (font in ('standard', 'system', 'humanist', 'serif')),
  add column radius text not null default 'standard' check (radius in ('sharp', 'standard', 'round'));

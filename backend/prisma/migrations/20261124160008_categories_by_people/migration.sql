-- Categories that people gave in the lead list said 'person' where those of the inbox say 'USER': rules overrode them.
UPDATE "enrolment" SET "category_by" = 'USER' WHERE "category_by" = 'person';

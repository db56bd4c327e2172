#!/bin/sh
# Run once by the database's image: the user that Skein runs with, and its database. It may make the two roles of the product and owns its tables;
# it is no superuser, and neither backup nor restore needs more.
set -e
psql --set ON_ERROR_STOP=1 --set password="$SKEIN_DATABASE_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role skein login createrole password :'password';
create database skein owner skein;
SQL

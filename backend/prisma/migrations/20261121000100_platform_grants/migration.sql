-- The installation's own tables and the history of migrations are no business of a workspace: skein_app, to which every
-- table is granted by default, loses them again.
REVOKE ALL ON "instance", "instance_clock", "worker_heartbeat", _prisma_migrations FROM skein_app;
REVOKE ALL ON _prisma_migrations FROM skein_system;
GRANT SELECT ON _prisma_migrations TO skein_system;

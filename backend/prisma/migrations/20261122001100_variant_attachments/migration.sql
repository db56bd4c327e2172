-- Files that go out with a variant: storage key, name, type and size in bytes of each, in their order.
ALTER TABLE "step_variant" ADD COLUMN "attachments" JSONB NOT NULL DEFAULT '[]';

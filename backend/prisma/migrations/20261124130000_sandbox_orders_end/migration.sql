-- The sandbox's packs are sold through a checkout of its own, by the protocol of the real one. Orders of the button that credited them before have
-- neither checkout nor subscription: what is not paid can no longer be, and no month renews by itself.
UPDATE "verification_order" SET "status" = CASE WHEN "status" = 'PENDING' THEN 'CANCELLED' ELSE "status" END, "renews_at" = NULL, "cancelled_at" = CURRENT_TIMESTAMP
WHERE "provider" = 'sandbox' AND "checkout_id" IS NULL AND ("status" = 'PENDING' OR "renews_at" IS NOT NULL);

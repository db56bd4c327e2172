-- The queue of deliveries: what is due in its order without sorting everything that is, and what one lead's earlier deliveries to a webhook are
-- without reading all that were ever delivered to it.
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" ("next_attempt_at", "id") WHERE "state" IN ('PENDING', 'DELIVERING');
CREATE INDEX "webhook_delivery_in_order" ON "webhook_delivery" ("webhook_id", "order_key", "id") WHERE "state" IN ('PENDING', 'DELIVERING') AND "order_key" IS NOT NULL;
DROP INDEX "webhook_delivery_state_next_attempt_at_idx";

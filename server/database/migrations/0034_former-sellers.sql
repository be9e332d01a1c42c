ALTER TABLE "products" ADD COLUMN "former_sellers" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- What was assigned before this column was there, as far as the history tells. An admin who restores submits nothing of their own.
UPDATE products SET former_sellers = former.ids FROM (
  SELECT e.item_id, array_agg(DISTINCT d.before ->> 'seller_id') AS ids FROM events e JOIN event_details d ON d.event_id = e.id
  WHERE e.kind = 'product.assign' AND d.before ->> 'seller_id' IS NOT NULL
    AND NOT EXISTS (SELECT FROM events s WHERE s.item_id = e.item_id AND s.kind = 'product.submit' AND s.actor_id = s.owner_id AND s.id > e.id)
  GROUP BY e.item_id
) former WHERE products.id = former.item_id;

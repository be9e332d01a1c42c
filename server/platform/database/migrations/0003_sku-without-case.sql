ALTER TABLE "products" ADD COLUMN "sku_clashes" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Of a seller's SKUs that differ only in case or normalisation, the oldest counts. The others stay as they are until they change, also with another seller.
UPDATE products SET sku_clashes = true WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY seller_id, lower(normalize(sku, nfc) COLLATE "und-x-icu") ORDER BY id) AS place
    FROM products WHERE sku IS NOT NULL AND seller_id IS NOT NULL
  ) same WHERE place > 1
);
--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku_folded" ON "products" USING btree (lower(normalize("sku", nfc) collate "und-x-icu") collate "C","seller_id") WHERE "products"."sku" is not null and not "products"."sku_clashes";
--> statement-breakpoint
CREATE FUNCTION end_sku_clash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sku_clashes := false;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_sku_clash BEFORE UPDATE OF sku ON products FOR EACH ROW
  WHEN (OLD.sku_clashes AND NEW.sku IS DISTINCT FROM OLD.sku)
  EXECUTE FUNCTION end_sku_clash();

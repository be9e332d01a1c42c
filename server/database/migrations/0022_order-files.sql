ALTER TABLE "imports" ADD COLUMN "noun" text DEFAULT 'products' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "content_hash";
ALTER TABLE "products" ADD COLUMN "former_sellers" text[] DEFAULT '{}' NOT NULL;

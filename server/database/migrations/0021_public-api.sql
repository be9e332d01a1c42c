CREATE TABLE "api_answers" (
	"key_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"item_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_answers_key_id_idempotency_key_pk" PRIMARY KEY("key_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "shop_changes" (
	"product_id" text PRIMARY KEY NOT NULL,
	"on_sale" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_answers" ADD CONSTRAINT "api_answers_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_answers_age" ON "api_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_answers_item" ON "api_answers" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "shop_changes_moment" ON "shop_changes" USING btree ("changed_at","product_id");--> statement-breakpoint
-- What is on sale already is known from the beginning.
INSERT INTO "shop_changes" ("product_id", "on_sale", "changed_at") SELECT "id", true, now() FROM "products" WHERE "status" = 'approved';

CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE INDEX "api_keys_maker" ON "api_keys" USING btree ("created_by") WHERE "api_keys"."revoked_at" is null;
CREATE TABLE "transferred_records" (
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"here" text,
	"record" text,
	"fingerprint" text NOT NULL,
	"state" text,
	"asks_admin" boolean DEFAULT false NOT NULL,
	CONSTRAINT "transferred_records_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
CREATE INDEX "transferred_records_admins" ON "transferred_records" USING btree ("id") WHERE "transferred_records"."asks_admin";
CREATE TYPE "public"."line_status" AS ENUM('open', 'shipped', 'delivered', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('unpaid', 'paid', 'partly_refunded', 'refunded');--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "order_buyers" (
	"order_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"address" jsonb,
	"search" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"at" integer NOT NULL,
	"product_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"title" text NOT NULL,
	"sku" text,
	"category" text,
	"unit_price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"discount" bigint NOT NULL,
	"status" "line_status" DEFAULT 'open' NOT NULL,
	"took_stock" boolean NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking" text DEFAULT '' NOT NULL,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0),
	CONSTRAINT "order_lines_amounts" CHECK ("order_lines"."unit_price" >= 0 and "order_lines"."discount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_sellers" (
	"order_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"payment_status" "payment_status" NOT NULL,
	"items" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"units" bigint NOT NULL,
	"open_lines" integer NOT NULL,
	"shipped_lines" integer NOT NULL,
	"delivered_lines" integer NOT NULL,
	"cancelled_lines" integer NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "order_sellers_order_id_seller_id_pk" PRIMARY KEY("order_id","seller_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text DEFAULT nextval('order_numbers')::text NOT NULL,
	"source" text NOT NULL,
	"external_id" text,
	"content_hash" text,
	"items" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"total" bigint NOT NULL,
	"cancelled" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"payment_status" "payment_status" DEFAULT 'unpaid' NOT NULL,
	"units" bigint NOT NULL,
	"open_lines" integer NOT NULL,
	"shipped_lines" integer NOT NULL,
	"delivered_lines" integer NOT NULL,
	"cancelled_lines" integer NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("number"),
	CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."items" + "orders"."shipping" + "orders"."tax" - "orders"."discount" and "orders"."total" >= 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" between 0 and "orders"."paid")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" text,
	"key_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"line_id" text,
	"product_id" text,
	"seller_id" text,
	"category" text,
	"amount" bigint NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_buyers" ADD CONSTRAINT "order_buyers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sellers" ADD CONSTRAINT "order_sellers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sellers" ADD CONSTRAINT "order_sellers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_buyers_email" ON "order_buyers" USING btree (lower("email"),"order_id");--> statement-breakpoint
CREATE INDEX "order_buyers_search" ON "order_buyers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_buyers_age" ON "order_buyers" USING btree ("placed_at","order_id") WHERE "order_buyers"."erased_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_order" ON "order_lines" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_lines_open" ON "order_lines" USING btree ("seller_id") WHERE "order_lines"."status" = 'open';--> statement-breakpoint
CREATE INDEX "order_sellers_newest" ON "order_sellers" USING btree ("seller_id","placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_sellers_payment" ON "order_sellers" USING btree ("seller_id","payment_status","placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "order_sellers_open" ON "order_sellers" USING btree ("seller_id","placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "order_sellers"."open_lines" > 0;--> statement-breakpoint
CREATE INDEX "order_sellers_shipped" ON "order_sellers" USING btree ("seller_id","placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "order_sellers"."shipped_lines" > 0;--> statement-breakpoint
CREATE INDEX "order_sellers_delivered" ON "order_sellers" USING btree ("seller_id","placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "order_sellers"."delivered_lines" > 0;--> statement-breakpoint
CREATE INDEX "order_sellers_cancelled" ON "order_sellers" USING btree ("seller_id","placed_at" DESC NULLS FIRST,"order_id" DESC NULLS FIRST) WHERE "order_sellers"."cancelled_lines" > 0;--> statement-breakpoint
CREATE INDEX "order_sellers_search" ON "order_sellers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external" ON "orders" USING btree ("source","external_id") WHERE "orders"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_payment" ON "orders" USING btree ("payment_status","placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."open_lines" > 0;--> statement-breakpoint
CREATE INDEX "orders_shipped" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."shipped_lines" > 0;--> statement-breakpoint
CREATE INDEX "orders_delivered" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."delivered_lines" > 0;--> statement-breakpoint
CREATE INDEX "orders_cancelled" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."cancelled_lines" > 0;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "sales_entries_at" ON "sales_entries" USING btree ("at","kind");--> statement-breakpoint
CREATE INDEX "sales_entries_order" ON "sales_entries" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_entries_line" ON "sales_entries" USING btree ("line_id","kind") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
-- Past days never change: what is corrected is an entry of its own (product §5).
CREATE TRIGGER sales_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also where replication or a restore has switched ordinary triggers off.
ALTER TABLE sales_entries ENABLE ALWAYS TRIGGER sales_entries_append_only;

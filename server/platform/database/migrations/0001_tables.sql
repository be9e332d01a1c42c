CREATE TYPE "public"."edit_request_status" AS ENUM('pending', 'approved', 'partly_approved', 'rejected', 'withdrawn', 'superseded');--> statement-breakpoint
CREATE TYPE "public"."notification_type" AS ENUM('product_approval', 'chat', 'info');--> statement-breakpoint
CREATE TYPE "public"."line_status" AS ENUM('open', 'shipped', 'delivered', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('unpaid', 'paid', 'partly_refunded', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."product_status" AS ENUM('draft', 'pending', 'approved', 'rejected', 'archived');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('seller', 'admin');--> statement-breakpoint
CREATE TYPE "public"."user_status" AS ENUM('active', 'suspended', 'closed');--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
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
CREATE TABLE "bulk_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"noun" text DEFAULT 'products' NOT NULL,
	"decision" text NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"author_id" text NOT NULL,
	"session_id" text NOT NULL,
	"items" jsonb NOT NULL,
	"code" text,
	"rejection_reason" text,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"runs_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_results" (
	"bulk_id" text NOT NULL,
	"at" integer NOT NULL,
	"product_id" text NOT NULL,
	"title" text NOT NULL,
	"code" text,
	"message" text,
	CONSTRAINT "bulk_results_bulk_id_at_pk" PRIMARY KEY("bulk_id","at")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"chat_id" text NOT NULL,
	"number" integer NOT NULL,
	"client_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"by_buyer" boolean NOT NULL,
	"buyer_count" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_messages_chat_id_number_pk" PRIMARY KEY("chat_id","number")
);
--> statement-breakpoint
CREATE TABLE "chat_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"author_id" text NOT NULL,
	"client_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_texts" (
	"chat_id" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"attachments" jsonb,
	CONSTRAINT "chat_texts_chat_id_number_pk" PRIMARY KEY("chat_id","number")
);
--> statement-breakpoint
CREATE TABLE "chat_typists" (
	"chat_id" text NOT NULL,
	"user_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_typists_chat_id_user_id_pk" PRIMARY KEY("chat_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"id" text PRIMARY KEY NOT NULL,
	"buyer_id" text NOT NULL,
	"buyer_name" text NOT NULL,
	"assignee_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"buyer_count" integer DEFAULT 0 NOT NULL,
	"last_message" text,
	"last_message_at" timestamp (3) with time zone,
	"last_by_buyer" boolean,
	"buyer_read_to" integer DEFAULT 0 NOT NULL,
	"buyer_read_count" integer DEFAULT 0 NOT NULL,
	"buyer_delivered_to" integer DEFAULT 0 NOT NULL,
	"admin_read_to" integer DEFAULT 0 NOT NULL,
	"admin_read_count" integer DEFAULT 0 NOT NULL,
	"admin_delivered_to" integer DEFAULT 0 NOT NULL,
	"buyer_mail_due_at" timestamp (3) with time zone,
	"buyer_mailed_to" integer DEFAULT 0 NOT NULL,
	"admin_mail_due_at" timestamp (3) with time zone,
	"admin_mailed_to" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chats_buyer" UNIQUE("buyer_id")
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edit_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text,
	"product_title" text NOT NULL,
	"seller_id" text,
	"status" "edit_request_status" DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"base_version" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"base" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"note" text,
	"decisions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rejection_reason" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_details" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"title" text,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"code" text
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"owner_id" text,
	"actor_id" text,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"owner_id" text,
	"number" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_head" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_waiting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_waiting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint,
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"owner_id" text,
	"number" integer
);
--> statement-breakpoint
CREATE TABLE "files" (
	"path" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"upload_key" text,
	"bytes" integer,
	"sha256" text,
	"width" integer,
	"height" integer,
	"stored_at" timestamp (3) with time zone,
	"named_at" timestamp (3) with time zone,
	"proposed_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"import_id" text NOT NULL,
	"row" integer NOT NULL,
	"field" text,
	"message" text NOT NULL,
	CONSTRAINT "import_problems_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"noun" text DEFAULT 'products' NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'checking' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ignored" text[] DEFAULT '{}' NOT NULL,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" "user_role" NOT NULL,
	"token_hash" text,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"content" jsonb NOT NULL,
	"urgent" boolean DEFAULT true NOT NULL,
	"once" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_mails_once" UNIQUE("once")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" bigint,
	"audience" text NOT NULL,
	"user_id" text,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"reached" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"event_id" bigint,
	"product_id" text,
	"product_title" text,
	"message" text NOT NULL,
	"type" "notification_type" NOT NULL,
	"status" text,
	"reason" text,
	"link" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"mail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "lookers" (
	"product_id" text NOT NULL,
	"user_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookers_product_id_user_id_pk" PRIMARY KEY("product_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"seller_id" text,
	"former_sellers" text[] DEFAULT '{}' NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" bigint,
	"category" text,
	"sku" text,
	"stock" integer,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"attributes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_image_index" integer DEFAULT 0 NOT NULL,
	"status" "product_status" DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"rejection_reason" text,
	"rejection_code" text,
	"rejection_fields" text[] DEFAULT '{}' NOT NULL,
	"unfinished" boolean DEFAULT false NOT NULL,
	"archived_by_admin" boolean DEFAULT false NOT NULL,
	"approved_version" integer,
	"approved_price" bigint,
	"edit_request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status_updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	CONSTRAINT "products_price" CHECK ("products"."price" > 0),
	CONSTRAINT "products_stock" CHECK ("products"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shop_changes" (
	"product_id" text PRIMARY KEY NOT NULL,
	"on_sale" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"admin_id" text,
	"approved" boolean NOT NULL,
	"code" text,
	"waited_ms" bigint
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
CREATE TABLE "sales_days" (
	"day" date PRIMARY KEY NOT NULL,
	"gross" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"placed" bigint NOT NULL,
	"cancelled" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"changes" bigint NOT NULL
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
CREATE TABLE "sales_shares" (
	"of" text NOT NULL,
	"id" text NOT NULL,
	"seller_id" text NOT NULL,
	"day" date NOT NULL,
	"gross" bigint NOT NULL,
	"orders" bigint NOT NULL,
	"units" bigint NOT NULL,
	"placed" bigint NOT NULL,
	"cancelled" bigint NOT NULL,
	CONSTRAINT "sales_shares_of_id_day_seller_id_pk" PRIMARY KEY("of","id","day","seller_id")
);
--> statement-breakpoint
CREATE TABLE "sales_waiting" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"product_id" text,
	"seller_id" text,
	"category" text,
	"amount" bigint NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"recovery" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" "user_role" DEFAULT 'seller' NOT NULL,
	"status" "user_status" DEFAULT 'active' NOT NULL,
	"suspension_reason" text,
	"shop_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"extra" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pending_email" text,
	"notify" jsonb,
	"suspended_at" timestamp (3) with time zone,
	"suspended_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" text NOT NULL,
	"status" integer,
	"ms" integer NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" text NOT NULL,
	"event_id" bigint,
	"type" text NOT NULL,
	"item_id" text,
	"owner_id" text,
	"payload" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"gone" boolean DEFAULT false NOT NULL,
	"secret" text NOT NULL,
	"former_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"previous_until" timestamp (3) with time zone,
	"held_by" text,
	"held_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"rest_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_snapshots" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"product" jsonb,
	"seller" jsonb
);
--> statement-breakpoint
ALTER TABLE "api_answers" ADD CONSTRAINT "api_answers_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_decisions" ADD CONSTRAINT "bulk_decisions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_results" ADD CONSTRAINT "bulk_results_bulk_id_bulk_decisions_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_typists" ADD CONSTRAINT "chat_typists_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edit_requests" ADD CONSTRAINT "edit_requests_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edit_requests" ADD CONSTRAINT "edit_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_details" ADD CONSTRAINT "event_details_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_buyers" ADD CONSTRAINT "order_buyers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sellers" ADD CONSTRAINT "order_sellers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sellers" ADD CONSTRAINT "order_sellers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookers" ADD CONSTRAINT "lookers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_answers_age" ON "api_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_answers_item" ON "api_answers" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "api_keys_maker" ON "api_keys" USING btree ("created_by") WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "bulk_decisions_open" ON "bulk_decisions" USING btree ("runs_at") WHERE "bulk_decisions"."status" in ('held', 'running');--> statement-breakpoint
CREATE INDEX "bulk_decisions_done" ON "bulk_decisions" USING btree ("finished_at") WHERE "bulk_decisions"."status" = 'done';--> statement-breakpoint
CREATE INDEX "bulk_decisions_unread" ON "bulk_decisions" USING btree ("author_id") WHERE "bulk_decisions"."status" = 'done' and "bulk_decisions"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("chat_id","sender_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_notes_newest" ON "chat_notes" USING btree ("chat_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "chat_notes_once" ON "chat_notes" USING btree ("chat_id","author_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_texts_search" ON "chat_texts" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_typists_until" ON "chat_typists" USING btree ("until");--> statement-breakpoint
CREATE INDEX "chats_newest" ON "chats" USING btree ("last_message_at","id") WHERE "chats"."last_number" > 0;--> statement-breakpoint
CREATE INDEX "chats_unread" ON "chats" USING btree ("last_message_at","id") WHERE "chats"."buyer_count" > "chats"."admin_read_count";--> statement-breakpoint
CREATE INDEX "chats_waiting" ON "chats" USING btree ("last_message_at","id") WHERE "chats"."last_by_buyer" and "chats"."status" = 'open';--> statement-breakpoint
CREATE INDEX "chats_assignee" ON "chats" USING btree ("assignee_id") WHERE "chats"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "chats_buyer_mail" ON "chats" USING btree ("buyer_mail_due_at") WHERE "chats"."buyer_mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "chats_admin_mail" ON "chats" USING btree ("admin_mail_due_at") WHERE "chats"."admin_mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "chats_buyer_name" ON "chats" USING gin ("buyer_name" gin_trgm_ops) WHERE "chats"."buyer_id" like 'buyer:%';--> statement-breakpoint
CREATE UNIQUE INDEX "edit_requests_pending" ON "edit_requests" USING btree ("product_id") WHERE "edit_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "edit_requests_product" ON "edit_requests" USING btree ("product_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "edit_requests_queue" ON "edit_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "edit_requests_seller" ON "edit_requests" USING btree ("seller_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "edit_requests_search" ON "edit_requests" USING gin ("product_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_details_reason" ON "event_details" USING gin ("reason" gin_trgm_ops) WHERE "event_details"."reason" is not null;--> statement-breakpoint
CREATE INDEX "event_details_former_title" ON "event_details" USING gin (("before" ->> 'title') gin_trgm_ops) WHERE "event_details"."before" ->> 'title' is not null;--> statement-breakpoint
CREATE INDEX "events_item" ON "events" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "events_newest" ON "events" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "events"."kind" <> 'chat.message';--> statement-breakpoint
CREATE INDEX "events_kind" ON "events" USING btree ("kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "events"."kind" <> 'chat.message';--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "events"."kind" <> 'chat.message';--> statement-breakpoint
CREATE INDEX "events_owner" ON "events" USING btree ("owner_id","kind") WHERE "events"."kind" <> 'chat.message';--> statement-breakpoint
CREATE UNIQUE INDEX "feed_event" ON "feed" USING btree ("event_id") WHERE "feed"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "feed_age" ON "feed" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_product" ON "files" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "files_released" ON "files" USING btree ("released_at") WHERE "files"."released_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "files_upload" ON "files" USING btree ("uploaded_by","upload_key") WHERE "files"."upload_key" is not null and "files"."stored_at" is not null and "files"."released_at" is null;--> statement-breakpoint
CREATE INDEX "files_unnamed" ON "files" USING btree ("created_at") WHERE "files"."named_at" is null;--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_open" ON "imports" USING btree ("held_until") WHERE "imports"."status" in ('checking', 'running');--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree (lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("urgent" DESC NULLS LAST,"due_at") WHERE "outgoing_mails"."sent_at" is null and "outgoing_mails"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "outgoing_mails_done" ON "outgoing_mails" USING btree ("created_at") WHERE "outgoing_mails"."sent_at" is not null or "outgoing_mails"."given_up_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("created_at") WHERE "messages"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "notifications_daily" ON "notifications" USING btree ("user_id","created_at") WHERE "notifications"."mail" = 'daily';--> statement-breakpoint
CREATE INDEX "notifications_chat" ON "notifications" USING btree ("link") WHERE not "notifications"."is_read" and "notifications"."type" = 'chat';--> statement-breakpoint
CREATE INDEX "notifications_product" ON "notifications" USING btree ("product_id") WHERE not "notifications"."is_read";--> statement-breakpoint
CREATE INDEX "order_buyers_email" ON "order_buyers" USING btree (lower("email"),"order_id");--> statement-breakpoint
CREATE INDEX "order_buyers_search" ON "order_buyers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_buyers_age" ON "order_buyers" USING btree ("placed_at","order_id") WHERE "order_buyers"."erased_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_order" ON "order_lines" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id","order_id");--> statement-breakpoint
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
CREATE INDEX "lookers_until" ON "lookers" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree ("sku","seller_id") WHERE "products"."sku" is not null;--> statement-breakpoint
CREATE INDEX "products_seller_newest" ON "products" USING btree ("seller_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_seller_status" ON "products" USING btree ("seller_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_queue_newest" ON "products" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_seller_updated" ON "products" USING btree ("seller_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "products_seller_title" ON "products" USING btree ("seller_id","title" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "products_seller_price" ON "products" USING btree ("seller_id",coalesce("price", -1),"id");--> statement-breakpoint
CREATE INDEX "products_seller_stock" ON "products" USING btree ("seller_id",coalesce("stock", -1),"id");--> statement-breakpoint
CREATE INDEX "products_queue_waiting" ON "products" USING btree ("status",coalesce("submitted_at", "created_at"),"id") WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_queue_title" ON "products" USING btree ("status","title" collate "und-x-icu","id") WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_queue_price" ON "products" USING btree ("status",coalesce("price", -1),"id") WHERE not "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_approved_category" ON "products" USING btree ("category","status_updated_at") WHERE "products"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "products_unfinished" ON "products" USING btree ("created_at") WHERE "products"."unfinished";--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shop_changes_moment" ON "shop_changes" USING btree ("changed_at","product_id");--> statement-breakpoint
CREATE INDEX "decisions_at" ON "decisions" USING btree ("at","waited_ms");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "sales_entries_at" ON "sales_entries" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "sales_entries_product" ON "sales_entries" USING btree ("product_id","kind","at","id") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_entries_seller" ON "sales_entries" USING btree ("seller_id","kind","at","id") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_entries_category" ON "sales_entries" USING btree (coalesce("category", ''),"kind","at","id") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_entries_order" ON "sales_entries" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_entries_line" ON "sales_entries" USING btree ("line_id","kind") WHERE "sales_entries"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_shares_day" ON "sales_shares" USING btree ("of","day");--> statement-breakpoint
CREATE INDEX "sales_shares_seller" ON "sales_shares" USING btree ("seller_id","day") WHERE "sales_shares"."of" = 'product';--> statement-breakpoint
CREATE INDEX "account_tokens_user" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_tokens_expires" ON "account_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "users_inactive" ON "users" USING btree ("status","id") WHERE "users"."status" <> 'active';--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("name" || ' ' || "shop_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","number") WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_item_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","item_id","number") WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" USING btree ("endpoint_id") WHERE "webhook_deliveries"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_old" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_item" ON "webhook_deliveries" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_owner" ON "webhook_deliveries" USING btree ("owner_id");
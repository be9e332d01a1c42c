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
	CONSTRAINT "chats_buyer" UNIQUE("buyer_id"),
	CONSTRAINT "chats_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "users"("id")
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
	CONSTRAINT "chat_messages_chat_id_number_pk" PRIMARY KEY("chat_id","number"),
	CONSTRAINT "chat_messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "chats"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "chat_texts" (
	"chat_id" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"attachments" jsonb,
	CONSTRAINT "chat_texts_chat_id_number_pk" PRIMARY KEY("chat_id","number"),
	CONSTRAINT "chat_texts_chat_id_number_chat_messages_chat_id_number_fk" FOREIGN KEY ("chat_id","number") REFERENCES "chat_messages"("chat_id","number") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "chat_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"author_id" text NOT NULL,
	"client_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_notes_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "chats"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "chat_typists" (
	"chat_id" text NOT NULL,
	"user_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_typists_chat_id_user_id_pk" PRIMARY KEY("chat_id","user_id"),
	CONSTRAINT "chat_typists_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "chats"("id") ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE "feed_waiting" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "number" integer;--> statement-breakpoint
CREATE INDEX "chats_newest" ON "chats" USING btree ("last_message_at","id") WHERE "chats"."last_number" > 0;--> statement-breakpoint
CREATE INDEX "chats_unread" ON "chats" USING btree ("last_message_at","id") WHERE "chats"."buyer_count" > "chats"."admin_read_count";--> statement-breakpoint
CREATE INDEX "chats_waiting" ON "chats" USING btree ("last_message_at","id") WHERE "chats"."last_by_buyer" and "chats"."status" = 'open';--> statement-breakpoint
CREATE INDEX "chats_assignee" ON "chats" USING btree ("assignee_id") WHERE "chats"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "chats_buyer_mail" ON "chats" USING btree ("buyer_mail_due_at") WHERE "chats"."buyer_mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "chats_admin_mail" ON "chats" USING btree ("admin_mail_due_at") WHERE "chats"."admin_mail_due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("chat_id","sender_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_notes_newest" ON "chat_notes" USING btree ("chat_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "chat_notes_once" ON "chat_notes" USING btree ("chat_id","author_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_typists_until" ON "chat_typists" USING btree ("until");--> statement-breakpoint
CREATE INDEX "notifications_chat" ON "notifications" USING btree ("link") WHERE not "notifications"."is_read" and "notifications"."type" = 'chat';--> statement-breakpoint
DROP INDEX "events_newest";--> statement-breakpoint
CREATE INDEX "events_newest" ON "events" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "events"."kind" <> 'chat.message';

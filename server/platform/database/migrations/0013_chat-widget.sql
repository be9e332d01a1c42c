CREATE TABLE "chat_ratings" (
	"chat_id" text NOT NULL,
	"solution" integer NOT NULL,
	"score" integer NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_ratings_chat_id_solution_pk" PRIMARY KEY("chat_id","solution")
);
--> statement-breakpoint
CREATE TABLE "widget_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "buyer_email" text;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "solved_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_ratings" ADD CONSTRAINT "chat_ratings_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_ratings_newest" ON "chat_ratings" USING btree ("created_at");
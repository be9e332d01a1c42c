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
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree (lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;
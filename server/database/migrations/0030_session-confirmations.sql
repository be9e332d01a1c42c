ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Sessions from before were confirmed when they were opened, not now.
UPDATE "sessions" SET "confirmed_at" = "created_at";

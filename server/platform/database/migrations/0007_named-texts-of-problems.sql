ALTER TABLE "bulk_results" ADD COLUMN "named" jsonb;--> statement-breakpoint
ALTER TABLE "import_problems" ADD COLUMN "problems" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "named" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "last_problem" jsonb;
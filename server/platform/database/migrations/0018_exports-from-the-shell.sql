CREATE UNLOGGED TABLE "transfer_parts" (
	"run_id" text NOT NULL,
	"at" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "transfer_parts_run_id_at_pk" PRIMARY KEY("run_id","at")
);
--> statement-breakpoint
ALTER TABLE "transfer_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;--> statement-breakpoint
DROP INDEX "transfer_runs_open";--> statement-breakpoint
ALTER TABLE "transfer_runs" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transfer_parts" ADD CONSTRAINT "transfer_parts_run_id_transfer_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."transfer_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_runs_open" ON "transfer_runs" USING btree ((true)) WHERE "transfer_runs"."finished_at" is null;
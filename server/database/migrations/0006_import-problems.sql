CREATE TABLE "import_problems" (
	"import_id" text NOT NULL,
	"row" integer NOT NULL,
	"field" text,
	"message" text NOT NULL,
	CONSTRAINT "import_problems_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
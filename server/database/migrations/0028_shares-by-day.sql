DROP INDEX "sales_shares_day";--> statement-breakpoint
ALTER TABLE "sales_shares" DROP CONSTRAINT "sales_shares_of_id_seller_id_day_pk";--> statement-breakpoint
ALTER TABLE "sales_shares" ADD CONSTRAINT "sales_shares_of_id_day_seller_id_pk" PRIMARY KEY("of","id","day","seller_id");--> statement-breakpoint
CREATE INDEX "sales_shares_day" ON "sales_shares" USING btree ("of","day");
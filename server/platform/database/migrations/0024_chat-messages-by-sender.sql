DROP INDEX "chat_messages_once";--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("sender_id","client_id","chat_id");
CREATE UNIQUE INDEX "chat_messages_once_next" ON "chat_messages" USING btree ("sender_id","client_id","chat_id");--> statement-breakpoint
-- Last, because it locks out reads until the commit.
DROP INDEX "chat_messages_once";--> statement-breakpoint
ALTER INDEX "chat_messages_once_next" RENAME TO "chat_messages_once";
ALTER TABLE "chat_texts" DROP CONSTRAINT "chat_texts_chat_id_number_chat_messages_chat_id_number_fk";--> statement-breakpoint
ALTER TABLE "chat_messages" DROP CONSTRAINT "chat_messages_chat_id_chats_id_fk";--> statement-breakpoint
DROP INDEX "events_kind";--> statement-breakpoint
DROP INDEX "events_actor";--> statement-breakpoint
CREATE INDEX "events_kind" ON "events" USING btree ("kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "events"."kind" <> 'chat.message';--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "events"."kind" <> 'chat.message';

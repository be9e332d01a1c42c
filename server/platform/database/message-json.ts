import { isoOf } from '#server/platform/database/iso-of.ts'

/**
 * A message as it goes over the wire (`ChatMessage`), built by the database for lists, answers and live frames. A string, so that both
 * kinds of statements can use it. Reads `m` (chat_messages), `c` (chats), and by outer join `t` (chat_texts) and `u` (users).
 */
export const messageJson = `json_build_object('chatId', m.chat_id, 'number', m.number, 'clientId', m.client_id, 'senderId', m.sender_id,
  'senderName', coalesce(u.name, c.buyer_name), 'byBuyer', m.by_buyer, 'text', coalesce(t.text, ''), 'erased', t.text is null,
  'attachments', coalesce(t.attachments, '[]'), 'timestamp', ${isoOf('m.created_at')})`

/** The tables it reads. */
export const messageSource = `chat_messages m join chats c on c.id = m.chat_id
  left join chat_texts t on t.chat_id = m.chat_id and t.number = m.number left join users u on u.id = m.sender_id`

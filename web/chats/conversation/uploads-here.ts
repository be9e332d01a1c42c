import { Attachment } from '#domain/chat.ts'
import { openUploads, type Uploads } from '#web/chats/conversation/uploads.ts'
import { personNow } from '#web/platform/queries/queries.ts'
import { uploadFile } from '#web/platform/uploads/upload-file.ts'

let whose: string | null = null
const known = new Map<string, Uploads>()

/** The files attached to the message being written in a chat. Uploads go on while another screen is open. */
export function uploadsOf(chatId: string): Uploads {
  const person = personNow()
  if (person !== whose) {
    for (const uploads of known.values()) uploads.clear()
    known.clear()
  }
  whose = person
  const uploads =
    known.get(chatId) ?? openUploads((file, about) => uploadFile(addressOf(chatId, file), file, (body) => Attachment.parse(body), about))
  known.set(chatId, uploads)
  return uploads
}

const addressOf = (chatId: string, { name }: File) => `/api/chats/${encodeURIComponent(chatId)}/files?name=${encodeURIComponent(name)}`

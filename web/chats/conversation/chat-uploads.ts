import { Attachment } from '#domain/chat.ts'
import { openUploads, type Uploads } from '#web/chats/conversation/uploads.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { uploadFile } from '#web/platform/uploads/upload-file.ts'

let owner: string | null = null
const uploadsByChat = new Map<string, Uploads>()

/** The files attached to the message being written in a chat. Uploads go on while another screen is open. */
export function uploadsOf(chatId: string): Uploads {
  const person = currentUserId()
  if (person !== owner) {
    for (const uploads of uploadsByChat.values()) uploads.clear()
    uploadsByChat.clear()
  }
  owner = person
  const uploads =
    uploadsByChat.get(chatId) ??
    openUploads((file, about) => uploadFile(addressOf(chatId, file), file, (body) => Attachment.parse(body), about))
  uploadsByChat.set(chatId, uploads)
  return uploads
}

const addressOf = (chatId: string, { name }: File) => `/api/chats/${encodeURIComponent(chatId)}/files?name=${encodeURIComponent(name)}`

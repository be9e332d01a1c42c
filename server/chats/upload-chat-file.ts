import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { Attachment, type AttachmentType, type ChatActor, isParticipant } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import { assertMayStillChat, mayStillChat } from '#server/chats/may-still-chat.ts'
import { findChat } from '#server/chats/read-chat.ts'
import { visibleTo } from '#server/chats/visible-to.ts'
import { imageOf } from '#server/images/image-paths.ts'
import { findUpload, receive, releaseUpload, storePicture } from '#server/images/store-picture.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { pictureType } from '#server/platform/files/picture-type.ts'
import { beginReceiving, type Incoming } from '#server/platform/files/receive-file.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { aboutOf } from '#server/platform/files/storage.ts'
import { checkFileName, nameInPath } from '#server/platform/http/file-name.ts'
import { limits } from '#server/platform/limits/limits.ts'

type StoredContent = { bytes: number; sha256: string; width: number | null; height: number | null }
type Upload = { chatId: string; name: unknown; sending: Sending }

const isPdf = (start: Buffer) => start.toString('latin1', 0, 5) === '%PDF-'

/** The type of a file by its content, not its name; null if it may not be attached (product §7). */
export const attachmentType = (start: Buffer): AttachmentType | null => (isPdf(start) ? 'application/pdf' : pictureType(start))

/**
 * Receives, checks and stores a file for a chat; pictures are re-encoded like all pictures (product §3). Until a message names it, only its
 * uploader can load it, and it is swept after a while. Throws `not-found`, `chat-blocked`, `attachment-type`, `attachment-bytes`,
 * `file-name`, and the refusals of pictures.
 */
export async function uploadChatFile(app: App, actor: ChatActor, { chatId, name: given, sending }: Upload): Promise<Attachment> {
  const name = checkFileName(given, 'attachments')
  const known = await findUpload(app, actor, chatId, sending.key)
  if (known) return attachmentOf(AttachmentRow.parse(known))
  const incoming = await beginReceiving(sending, attachments)
  const path = await reserve(app, actor, { chatId, name, type: incoming.type, key: sending.key })
  try {
    const content = await store(app, path, incoming)
    await markStored(app, actor, path, content)
    return attachmentOf({ path, name, contentType: incoming.type, ...content })
  } catch (error) {
    await releaseUpload(app, path)
    throw error
  }
}

const noAttachment = () => new AppError('attachment-type', { field: 'attachments' })
const tooLarge = () => new AppError('attachment-bytes', { field: 'attachments' })

/** The files that are accepted. */
export const attachments = { typeOf: attachmentType, noType: noAttachment, tooLarge, bytesMax: limits.chat.bytesMax }

type Reservation = { chatId: string; name: string; type: AttachmentType; key: string | null }

async function reserve(app: App, actor: ChatActor, { chatId, name, type, key }: Reservation): Promise<string> {
  const path = `chats/${chatId}/${newId()}_${nameInPath(name, type)}`
  const reserved = await app.db.execute(sql`
    insert into files (path, product_id, uploaded_by, name, content_type, upload_key)
    select ${path}, c.id, ${actor.id}, ${name}, ${type}, ${key} from chats c
    where c.id = ${chatId} and ${visibleTo(actor)} and not (c.blocked and c.buyer_id = ${actor.id}) and ${mayStillChat(actor)} returning path`)
  return reserved.length > 0 ? path : explain(app, actor, chatId)
}

async function explain(app: App, actor: ChatActor, chatId: string): Promise<never> {
  await assertMayStillChat(app, actor)
  const chat = await findChat(app, actor, chatId)
  throw new AppError(chat.blocked && isParticipant(actor, chat) ? 'chat-blocked' : 'unavailable')
}

function store(app: App, path: string, incoming: Incoming<AttachmentType>): Promise<StoredContent> {
  const { type } = incoming
  if (type !== 'application/pdf') return storePicture(app, path, { ...incoming, type })
  return receive(app, incoming, (file) => storeDocument(app, path, file))
}

/** Checks a PDF that is a file on this machine, and stores it under `path`. Throws `attachment-type`. */
export async function storeDocument({ storage }: Pick<App, 'storage'>, path: string, file: string): Promise<StoredContent> {
  const content = await readFile(file)
  // A truncated document, or a file that only begins like one.
  if (!content.subarray(-2_048).includes('%%EOF')) throw noAttachment()
  const about = aboutOf(content, 'application/pdf')
  await storage.put(path, content, about)
  return { bytes: about.bytes, sha256: about.sha256, width: null, height: null }
}

async function markStored(app: App, actor: ChatActor, path: string, { bytes, sha256, width, height }: StoredContent): Promise<void> {
  const stored = await app.db.execute(sql`
    update files set stored_at = now(), bytes = ${bytes}, sha256 = ${sha256}, width = ${width}, height = ${height}
    where path = ${path} and released_at is null and ${mayStillChat(actor)} returning path`)
  if (stored.length > 0) return
  await assertMayStillChat(app, actor)
  throw new AppError('unavailable')
}

type Stored = Pick<Attachment, 'path' | 'name' | 'contentType' | 'bytes' | 'width' | 'height'>
export const AttachmentRow = Attachment.pick({ path: true, name: true, contentType: true, bytes: true, width: true, height: true })

/** A stored file of a chat, as messages name it. */
export function attachmentOf({ path, name, contentType, bytes, width, height }: Stored): Attachment {
  const { url, thumbnails } = imageOf({ path, name, width, height })
  return { url, path, name, contentType, bytes, width, height, thumbnails: width === null ? {} : thumbnails }
}

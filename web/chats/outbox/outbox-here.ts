import type { Attachment, ChatMessage } from '#domain/chat.ts'
import { conversationOf } from '#web/chats/conversation/conversations.ts'
import { type Attempt, type Outbox, openOutbox, type Unsent } from '#web/chats/outbox/outbox.ts'
import { dropFromDevice, isKeyOf, keepOnDevice, keptOnDevice, namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { newKey } from '#web/platform/new-key.ts'
import { personNow, queries } from '#web/platform/queries/queries.ts'
import { endsSession, problemOf, waitOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'

/** An attempt that hears nothing for so long is broken off; the next one repeats it under the same id. In milliseconds. */
const patienceMs = 20_000

let open: { userId: string; outbox: Outbox; close: () => void } | null = null

/** The outbox of whoever sits here; what he had written before goes out as soon as it is opened. */
export function outboxOf(userId: string): Outbox {
  if (open?.userId === userId && !open.outbox.isClosed()) return open.outbox
  open?.close()
  open = openFor(userId)
  return open.outbox
}

function openFor(userId: string) {
  const closing = new AbortController()
  const outbox = openOutbox({
    send: (unsent) => attempt(userId, unsent as UnsentMessage),
    kept: () => keptUnsent(userId),
    keep: (unsent) => keepUnsent(userId, unsent),
    drop: (unsent) => dropUnsent(userId, unsent),
    now: Date.now,
    newId: newKey,
    random: Math.random,
    online: () => navigator.onLine,
    alone: (work) => (navigator.locks ? navigator.locks.request(`backstall-outbox-${userId}`, work) : work()),
  })
  const wake = () => outbox.wake()
  for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, wake, { signal: closing.signal })
  // Only other tabs are told this way. Without a key everything was cleared.
  const reread = ({ key }: StorageEvent) => (key === null || isUnsentKey(userId, key)) && outbox.reread()
  addEventListener('storage', reread, { signal: closing.signal })
  const close = () => {
    closing.abort()
    outbox.close()
  }
  // Whoever signs out, or in as somebody else, sends nothing more from here; what a session that ran out left comes back with its author.
  const unfollow = queries.getQueryCache().subscribe(() => personNow() !== userId && close())
  closing.signal.addEventListener('abort', unfollow)
  return { userId, outbox, close }
}

async function attempt(userId: string, { chatId: id, clientId, text, attachments }: UnsentMessage): Promise<Attempt> {
  // Somebody else sits here by now, or nobody: it is not his to send.
  if (personNow() !== userId) return { ended: true }
  try {
    const paths = attachments.map(({ path }) => path)
    const message = await client.chats.send({ id, clientId, text, attachments: paths }, { signal: AbortSignal.timeout(patienceMs) })
    return sent(userId, message)
  } catch (error) {
    if (endsSession(error)) {
      void announceSessionEnd(problemOf(error).code)
      return { ended: true }
    }
    return worthRetrying(error) ? { again: true, afterMs: waitOf(error) } : { refused: problemOf(error).message }
  }
}

/** Where it stands now is shown before its place among the unsent is given up; to nobody else who sits here by then. */
function sent(userId: string, message: ChatMessage): Attempt {
  if (personNow() === userId) conversationOf(message.chatId).hear(message)
  return { sent: true }
}

export type UnsentMessage = Unsent<Attachment>

/** Every message under a name of its own, so that two tabs never write over each other. Such names are never dropped for newer ones. */
const start = 'unsent:'
const nameOf = ({ clientId }: Pick<Unsent, 'clientId'>) => `${start}${clientId}`

/** By hand, as it is our own writing: the library for shapes would be loaded by every screen. */
function isUnsent(kept: unknown): kept is UnsentMessage {
  const { clientId, chatId, text, attachments, at } = (kept ?? {}) as Record<keyof Unsent, unknown>
  const texts = [clientId, chatId, text].every((value) => typeof value === 'string')
  return texts && Array.isArray(attachments) && typeof at === 'number'
}

/** What this person wrote and no server confirmed, on this device. */
function keptUnsent(userId: string): UnsentMessage[] {
  const names = namesOnDevice(userId).filter((name) => name.startsWith(start))
  return names.map((name) => keptOnDevice(userId, name)?.content).filter(isUnsent)
}

const keepUnsent = (userId: string, unsent: Unsent): boolean => keepOnDevice(userId, nameOf(unsent), unsent)
const dropUnsent = (userId: string, unsent: Unsent): void => dropFromDevice(userId, nameOf(unsent))
/** Does this key of the storage hold an unsent message of this person? */
const isUnsentKey = (userId: string, key: string): boolean => isKeyOf(userId, start, key)

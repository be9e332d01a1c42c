import type { Attachment, ChatMessage } from '#domain/chat.ts'
import { conversationOf } from '#web/chats/conversation/conversations.ts'
import { type Attempt, type Outbox, openOutbox, type Unsent } from '#web/chats/outbox/outbox.ts'
import { isKeyOf, namesOnDevice, readFromDevice, removeFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { newKey } from '#web/platform/new-key.ts'
import { currentUserId, queries } from '#web/platform/queries/queries.ts'
import { endsSession, problemOf, waitOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'

/** An attempt without an answer is aborted after this time, in milliseconds; the next one uses the same client id. */
const timeoutMs = 20_000

let open: { userId: string; outbox: Outbox; close: () => void } | null = null

/** The outbox of the signed-in person. Messages they wrote before are sent as soon as it opens. */
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
    stored: () => storedUnsent(userId),
    store: (unsent) => storeUnsent(userId, unsent),
    drop: (unsent) => dropUnsent(userId, unsent),
    now: Date.now,
    newId: newKey,
    random: Math.random,
    online: () => navigator.onLine,
    alone: (work) => (navigator.locks ? navigator.locks.request(`backstall-outbox-${userId}`, work) : work()),
  })
  const wake = () => outbox.wake()
  for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, wake, { signal: closing.signal })
  // Storage events reach other tabs only. Without a key, everything was cleared.
  const reread = ({ key }: StorageEvent) => (key === null || isUnsentKey(userId, key)) && outbox.reread()
  addEventListener('storage', reread, { signal: closing.signal })
  const close = () => {
    closing.abort()
    outbox.close()
  }
  // After a sign-out or a change of person nothing more is sent from here. Messages left by an expired session come back with their author.
  const unfollow = queries.getQueryCache().subscribe(() => currentUserId() !== userId && close())
  closing.signal.addEventListener('abort', unfollow)
  return { userId, outbox, close }
}

async function attempt(userId: string, { chatId: id, clientId, text, attachments }: UnsentMessage): Promise<Attempt> {
  // The author is no longer signed in, so their message is not sent.
  if (currentUserId() !== userId) return { ended: true }
  try {
    const paths = attachments.map(({ path }) => path)
    const message = await client.chats.send({ id, clientId, text, attachments: paths }, { signal: AbortSignal.timeout(timeoutMs) })
    return sent(userId, message)
  } catch (error) {
    if (endsSession(error)) {
      void announceSessionEnd(problemOf(error).code)
      return { ended: true }
    }
    return worthRetrying(error) ? { again: true, afterMs: waitOf(error) } : { refused: problemOf(error).message }
  }
}

/** Shows the confirmed message before it leaves the outbox, unless another person signed in. */
function sent(userId: string, message: ChatMessage): Attempt {
  if (currentUserId() === userId) conversationOf(message.chatId).receive(message)
  return { sent: true }
}

export type UnsentMessage = Unsent<Attachment>

/** Each message has a name of its own, so that two tabs never overwrite each other. Such entries are never evicted. */
const start = 'unsent:'
const nameOf = ({ clientId }: Pick<Unsent, 'clientId'>) => `${start}${clientId}`

/** Checked by hand: Backstall wrote the data, and every screen would load the schema library. */
function isUnsent(stored: unknown): stored is UnsentMessage {
  const { clientId, chatId, text, attachments, at } = (stored ?? {}) as Record<keyof Unsent, unknown>
  const texts = [clientId, chatId, text].every((value) => typeof value === 'string')
  return texts && Array.isArray(attachments) && typeof at === 'number'
}

/** This person's messages on this device that no server confirmed. */
function storedUnsent(userId: string): UnsentMessage[] {
  const names = namesOnDevice(userId).filter((name) => name.startsWith(start))
  return names.map((name) => readFromDevice(userId, name)?.content).filter(isUnsent)
}

const storeUnsent = (userId: string, unsent: Unsent): boolean => storeOnDevice(userId, nameOf(unsent), unsent)
const dropUnsent = (userId: string, unsent: Unsent): void => removeFromDevice(userId, nameOf(unsent))
/** Whether this storage key is of an unsent message of this person. */
const isUnsentKey = (userId: string, key: string): boolean => isKeyOf(userId, start, key)

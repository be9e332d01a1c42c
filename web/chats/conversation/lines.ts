import type { Attachment } from '#domain/chat.ts'

/** The progress of a message of this side. */
export type Progress = 'waiting' | 'sending' | 'failed' | 'sent' | 'delivered' | 'read'

/** A message as shown. */
export type Shown = {
  /** The same before and after the server confirmed it. */
  key: string
  /** Null until the server assigns one. */
  number: number | null
  ours: boolean
  senderId: string
  senderName: string
  text: string
  attachments: readonly Attachment[]
  at: string
  progress: Progress | null
  /** Why it was refused, as a sentence. */
  problem: string | null
  /** It is unsent and could not be stored on this device. */
  unstored: boolean
}

/** An item of the log: the start of a day, the start of the new messages, or consecutive messages of one person. */
export type Line =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'group'; key: string; ours: boolean; senderName: string; messages: Shown[] }

/** A pause this long between two messages starts a new group, in milliseconds. */
const pauseMs = 5 * 60 * 1000

const dayOf = (at: string) => new Date(at).toDateString()

/** Groups messages by day and sender. `newAfter` is the number of the last message that was read before, or null. */
export function linesOf(messages: readonly Shown[], newAfter: number | null): Line[] {
  const lines: Line[] = []
  let last: Shown | null = null
  let isMarked = false
  for (const message of messages) {
    const newDay = !last || dayOf(last.at) !== dayOf(message.at)
    const newOnes: boolean = !isMarked && newAfter !== null && !message.ours && message.number !== null && message.number > newAfter
    if (newDay) lines.push({ kind: 'day', key: `day-${dayOf(message.at)}`, at: message.at })
    if (newOnes) lines.push({ kind: 'new', key: 'new' })
    isMarked ||= newOnes
    const group = lines.at(-1)
    if (group?.kind === 'group' && last && goesWith(message, last)) group.messages.push(message)
    else lines.push({ kind: 'group', key: message.key, ours: message.ours, senderName: message.senderName, messages: [message] })
    last = message
  }
  return lines
}

const goesWith = (message: Shown, last: Shown) =>
  message.ours === last.ours && message.senderId === last.senderId && Date.parse(message.at) - Date.parse(last.at) < pauseMs

import { limits } from '#domain/limits.ts'

/** What the store needs to know of a message. */
type Numbered = { number: number }

/** Where messages come from. Each answers in ascending order, at most `limits.chat.pageMax` of them. */
export type Source<Message> = {
  newest: () => Promise<Message[]>
  before: (number: number) => Promise<Message[]>
  after: (number: number) => Promise<Message[]>
}

/** Where the newest messages stay on this device, to be shown until the server has answered. */
export type Memory<Message> = {
  read: () => Promise<readonly Message[] | null>
  write: (messages: readonly Message[]) => void
  forget: () => void
}
const noMemory = { read: async () => null, write: () => {}, forget: () => {} }

/** What is known of a conversation at a moment; `messages` ascend by number. */
export type Known<Message> = {
  messages: readonly Message[]
  /** The newest ones have been asked for and came. */
  ready: boolean
  /** They are shown as they were kept, and the server has not confirmed any of it. */
  kept: boolean
  hasOlder: boolean
  loadingOlder: boolean
  /** Why the last attempt to load failed; null once one succeeded. */
  failure: unknown
  /** Which of them. */
  failed: 'newest' | 'older'
}

/** So many pages are asked for one after another before it costs less to begin anew. */
const pagesBehind = 10

export type Conversation<Message> = ReturnType<typeof openConversation<Message & Numbered>>

/**
 * The messages of one chat, ordered by their numbers, each once, however they come: asked for, through the live stream, or as the answer
 * to one's own sending. The numbers have no gaps (product §7), so a missing one shows, and is asked for.
 */
export function openConversation<Message extends Numbered>(
  source: Source<Message>,
  pageSize: number = limits.chat.pageMax,
  memory: Memory<Message> = noMemory,
) {
  let known: Known<Message> = {
    messages: [],
    ready: false,
    kept: false,
    hasOlder: false,
    loadingOlder: false,
    failure: null,
    failed: 'newest',
  }
  let asking: Promise<void> | null = null
  let askAgain = false
  let outdated = false
  let remembered = false
  /** The number of the last message that was only kept. */
  let keptTo = 0
  const listeners = new Set<() => void>()

  const change = (to: Partial<Known<Message>>) => {
    known = { ...known, ...to }
    for (const listener of listeners) listener()
  }
  const take = (more: readonly Message[], about: Partial<Known<Message>> = {}) => {
    const messages = merged(known.messages, more)
    change({ ...about, messages, hasOlder: beginsLate(messages) })
    if (known.ready && endOfUnbroken(messages) === top(messages)) memory.write(messages.slice(-pageSize))
  }
  /** What an earlier visit left on this device stands here until the server has said what is true now. */
  const remember = async () => {
    const messages = await memory.read()
    if (!messages || known.ready || known.messages.length > 0) return
    keptTo = top(messages)
    change({ messages, kept: true, hasOlder: beginsLate(messages) })
  }
  /** Begins anew: what was known before goes, unless it reaches up to what is newest now and is as the server said it. */
  const begin = async () => {
    const anew = outdated
    const messages = await source.newest()
    if (anew) outdated = false
    const relied = !anew && !known.kept && joins(messages, known.messages)
    // What was heard while this was asked stays.
    const sure = Math.max(top(messages), known.kept ? keptTo : 0)
    if (!relied) known = { ...known, messages: known.messages.filter(({ number }) => number > sure) }
    take(messages, { ready: true, kept: false, failure: null })
  }
  /** Asks for all that follows on what is known without a gap; too far behind it begins anew, which costs less. */
  const goOn = async () => {
    for (let page = 0; page < pagesBehind; page += 1) {
      const messages = await source.after(endOfUnbroken(known.messages))
      take(messages, { ready: true, failure: null })
      if (messages.length < pageSize) return
    }
    return begin()
  }
  const ask = async () => {
    do {
      askAgain = false
      await (!outdated && known.ready && known.messages.length > 0 ? goOn() : begin())
    } while (askAgain)
  }
  /** Asks for what is missing at the end; one question at a time, and once more if somebody asked meanwhile. */
  const catchUp = (): Promise<void> => {
    askAgain = true
    if (!remembered) void remember()
    remembered = true
    asking ??= ask()
      .catch((failure: unknown) => change({ failure, failed: 'newest' }))
      .finally(() => {
        asking = null
      })
    return asking
  }

  const older = async () => {
    const first = known.messages[0]?.number ?? 1
    if (known.loadingOlder || first <= 1) return
    change({ loadingOlder: true })
    try {
      take(await source.before(first), { loadingOlder: false, failure: null })
    } catch (failure) {
      change({ loadingOlder: false, failure, failed: 'older' })
    }
  }

  return {
    read: () => known,
    isWatched: () => listeners.size > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    catchUp,
    /** One message, from the live stream or as an answer; if others are missing before it, they are asked for. */
    hear(message: Message) {
      take([message])
      if (!known.ready || endOfUnbroken(known.messages) < top(known.messages)) void catchUp()
    },
    /** What was said reads otherwise by now, as with an account that was closed. Where nobody looks, it goes at once. */
    outdate() {
      outdated = true
      if (listeners.size > 0) void catchUp()
      else this.forget()
    },
    /** Nothing of it is known any more, here or on this device. */
    forget() {
      memory.forget()
      change({ messages: [], ready: false, kept: false, hasOlder: false })
    },
    older,
    /** Once more what failed. */
    again: () => (known.failed === 'older' ? older() : catchUp()),
    /** Nobody looks at it now: only the newest stay, until somebody comes back. */
    trim() {
      const messages = known.messages.slice(-pageSize)
      change({ messages, hasOlder: beginsLate(messages) })
    },
  }
}

const beginsLate = (messages: readonly Numbered[]) => (messages[0]?.number ?? 1) > 1

const top = (messages: readonly Numbered[]) => messages.at(-1)?.number ?? 0

/** Both lists as one, ascending, each number once; what came later wins, as a name may have changed. */
function merged<Message extends Numbered>(known: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map([...known, ...more].map((message) => [message.number, message]))
  return [...all.values()].sort((one, other) => one.number - other.number)
}

/** Do the earlier ones reach up to these without a gap? */
const joins = (messages: readonly Numbered[], earlier: readonly Numbered[]) =>
  earlier.length > 0 && endOfUnbroken(earlier) >= (messages[0]?.number ?? 1) - 1

/** The last number before the first gap. */
function endOfUnbroken(messages: readonly Numbered[]): number {
  const broken = messages.findIndex(({ number }, index) => index > 0 && number !== (messages[index - 1]?.number ?? 0) + 1)
  return (broken > 0 ? messages[broken - 1] : messages.at(-1))?.number ?? 0
}

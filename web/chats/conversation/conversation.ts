import { openListeners } from '#web/platform/open-store.ts'

/** The part of a message that the store uses. */
type Numbered = { number: number }

/** Loads messages. Each call answers in ascending order, at most `limits.chat.pageMax` of them. */
export type Source<Message> = {
  newest: () => Promise<Message[]>
  before: (number: number) => Promise<Message[]>
  after: (number: number) => Promise<Message[]>
}

/** The offline cache of the newest messages, shown until the server answers. */
export type MessageCache<Message> = {
  read: () => Promise<readonly Message[] | null>
  write: (messages: readonly Message[]) => void
  forget: () => void
}

/** The state of a conversation at a moment; `messages` ascend by number. */
export type Snapshot<Message> = {
  messages: readonly Message[]
  /** The newest messages were loaded from the server. */
  ready: boolean
  /** The messages come from the offline cache and are unverified. */
  unverified: boolean
  hasOlder: boolean
  loadingOlder: boolean
  /** Why the last load failed; null after a success. */
  failure: unknown
  /** Which load failed. */
  failed: 'newest' | 'older'
}

/** How many pages are caught up one by one before starting afresh is cheaper. */
const pagesBehind = 10

export type Conversation<Message> = ReturnType<typeof openConversation<Message & Numbered>>

/**
 * The messages of one chat, ordered by number, each once, whether loaded, received by the live stream, or returned by the user's own send.
 * Numbers have no gaps (product §7), so a missing message is noticed and loaded.
 */
export function openConversation<Message extends Numbered>(source: Source<Message>, pageSize: number, cache: MessageCache<Message>) {
  let snapshot: Snapshot<Message> = {
    messages: [],
    ready: false,
    unverified: false,
    hasOlder: false,
    loadingOlder: false,
    failure: null,
    failed: 'newest',
  }
  let running: Promise<void> | null = null
  let runAgain = false
  let outdated = false
  let cacheWasRead = false
  /** The number of the last cached, unverified message. */
  let unverifiedTo = 0
  const { subscribe, notify, isWatched } = openListeners()

  const change = (to: Partial<Snapshot<Message>>) => {
    snapshot = { ...snapshot, ...to }
    notify()
  }
  const take = (more: readonly Message[], about: Partial<Snapshot<Message>> = {}) => {
    const messages = merged(snapshot.messages, more)
    change({ ...about, messages, hasOlder: beginsLate(messages) })
    if (snapshot.ready && endOfUnbroken(messages) === lastNumber(messages)) cache.write(messages.slice(-pageSize))
  }
  /** Shows the cached messages until the server answers. */
  const showCached = async () => {
    const messages = await cache.read()
    if (!messages || snapshot.ready || snapshot.messages.length > 0) return
    unverifiedTo = lastNumber(messages)
    change({ messages, unverified: true, hasOlder: beginsLate(messages) })
  }
  /** Loads the newest messages. Earlier ones are dropped, unless they are verified and join the newest without a gap. */
  const startAfresh = async () => {
    const wasOutdated = outdated
    const messages = await source.newest()
    if (wasOutdated) outdated = false
    const keepsEarlier = !wasOutdated && !snapshot.unverified && joins(messages, snapshot.messages)
    // Messages that arrived during the request stay.
    const coveredTo = Math.max(lastNumber(messages), snapshot.unverified ? unverifiedTo : 0)
    if (!keepsEarlier) snapshot = { ...snapshot, messages: snapshot.messages.filter(({ number }) => number > coveredTo) }
    take(messages, { ready: true, unverified: false, failure: null })
  }
  /** Loads the messages after the last one that has no gap before it. If there are too many pages, it starts afresh, which is cheaper. */
  const loadFollowing = async () => {
    for (let page = 0; page < pagesBehind; page += 1) {
      const messages = await source.after(endOfUnbroken(snapshot.messages))
      take(messages, { ready: true, failure: null })
      if (messages.length < pageSize) return
    }
    return startAfresh()
  }
  const run = async () => {
    do {
      runAgain = false
      await (!outdated && snapshot.ready && snapshot.messages.length > 0 ? loadFollowing() : startAfresh())
    } while (runAgain)
  }
  /** Loads what is missing at the end. One request at a time, and one more if it was called meanwhile. */
  const catchUp = (): Promise<void> => {
    runAgain = true
    if (!cacheWasRead) void showCached()
    cacheWasRead = true
    running ??= run()
      .catch((failure: unknown) => change({ failure, failed: 'newest' }))
      .finally(() => {
        running = null
      })
    return running
  }

  const older = async () => {
    const first = snapshot.messages[0]?.number ?? 1
    if (snapshot.loadingOlder || first <= 1) return
    change({ loadingOlder: true })
    try {
      take(await source.before(first), { loadingOlder: false, failure: null })
    } catch (failure) {
      change({ loadingOlder: false, failure, failed: 'older' })
    }
  }

  return {
    read: () => snapshot,
    isWatched,
    subscribe,
    catchUp,
    /** Takes one message of the live stream or of an answer; loads others that are missing before it. */
    receive(message: Message) {
      take([message])
      if (!snapshot.ready || endOfUnbroken(snapshot.messages) < lastNumber(snapshot.messages)) void catchUp()
    },
    /** The texts changed, as with a closed account. They are loaded again; a chat that is not open drops them at once. */
    outdate() {
      outdated = true
      if (isWatched()) void catchUp()
      else this.forget()
    },
    /** Drops all messages, here and in the offline cache. */
    forget() {
      cache.forget()
      change({ messages: [], ready: false, unverified: false, hasOlder: false })
    },
    older,
    /** Retries the load that failed. */
    again: () => (snapshot.failed === 'older' ? older() : catchUp()),
    /** The chat is not open now: only the newest messages stay. */
    trim() {
      const messages = snapshot.messages.slice(-pageSize)
      change({ messages, hasOlder: beginsLate(messages) })
    },
  }
}

const beginsLate = (messages: readonly Numbered[]) => (messages[0]?.number ?? 1) > 1

const lastNumber = (messages: readonly Numbered[]) => messages.at(-1)?.number ?? 0

/** Both lists as one, ascending, each number once. The later state of a message wins, since a name may have changed. */
function merged<Message extends Numbered>(earlier: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map([...earlier, ...more].map((message) => [message.number, message]))
  return [...all.values()].sort((one, other) => one.number - other.number)
}

/** Whether the earlier messages reach these without a gap. */
const joins = (messages: readonly Numbered[], earlier: readonly Numbered[]) =>
  earlier.length > 0 && endOfUnbroken(earlier) >= (messages[0]?.number ?? 1) - 1

/** The last number before the first gap. */
function endOfUnbroken(messages: readonly Numbered[]): number {
  const broken = messages.findIndex(({ number }, index) => index > 0 && number !== (messages[index - 1]?.number ?? 0) + 1)
  return (broken > 0 ? messages[broken - 1] : messages.at(-1))?.number ?? 0
}

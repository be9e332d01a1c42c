import type { WidgetAttachment, WidgetChat, WidgetMessage } from '#contract/widget.ts'
import { limits } from '#domain/limits.ts'
import { openCalls } from './calls.ts'
import { alone, onOtherTab, shelfOf } from './device.ts'
import type { Identity } from './identity.ts'
import { followLive } from './live.ts'
import { openOutbox } from './outbox.ts'
import { alarm, pauseAfter, Refusal } from './refusal.ts'
import { texts } from './texts.ts'
import { openUploads } from './uploads.ts'

const { pageMax, typingMs, typingRenewMs } = limits.chat
/** A signed address of a file is used for this long, in milliseconds; it is valid for at least ten minutes (docs/widget.md). */
const addressMs = 9 * 60_000

export type State = {
  /** Null before the first answer, and for a visitor who has not written yet. */
  chat: WidgetChat | null
  /** Ascending by number, without gaps. */
  messages: readonly WidgetMessage[]
  /** The messages were loaded, or there are none. */
  isReady: boolean
  isLoadingOlder: boolean
  isConnected: boolean
  /** Why the last load failed. */
  failure: Refusal | null
  /** Who is writing for support. */
  writing: string[]
  /** What a screen reader says. */
  announced: string
}

export type Chat = ReturnType<typeof openChat>
type Outside = { base: string; identity: Identity; who: string; changed: () => void }

/** The chat of one buyer on this page, until it is closed. */
export function openChat({ base, identity, who, changed }: Outside) {
  const closing = new AbortController()
  const { signal } = closing
  const { pause, wake } = alarm(signal)
  const shelf = shelfOf(who)
  const calls = openCalls(base, identity, who, signal)
  let state: State = {
    chat: null,
    messages: [],
    isReady: false,
    isLoadingOlder: false,
    isConnected: true,
    failure: null,
    writing: [],
    announced: '',
  }
  let isOpen = false
  let stream: AbortController | null = null
  let loadedAt = 0
  let readTo = 0
  const change = (to: Partial<State>) => {
    if (signal.aborted) return
    const isSolved = state.chat?.status === 'open' && to.chat?.status === 'solved'
    state = { ...state, ...to, ...(isSolved && { announced: `${to.announced ?? ''} ${texts.solved} ${texts.rate}`.trim() }) }
    adjustStream()
    changed()
  }
  const last = () => state.messages.at(-1)?.number ?? 0

  const receive = (rows: readonly WidgetMessage[], to: Partial<State> = {}, kept = state.messages) => {
    const from = last()
    const all = new Map([...kept, ...rows].map((message) => [message.number, message]))
    const messages = [...all.values()].sort((one, other) => one.number - other.number)
    const fresh = state.isReady ? rows.filter(({ number, byBuyer }) => number > from && !byBuyer) : []
    change({ ...to, messages, ...(fresh.length > 0 && { announced: fresh.map(sentenceOf).join(' '), writing: [] }) })
  }

  /** Asks for what is missing. Before the chat was opened once, that is the number of unread messages. */
  const load = async () => {
    if (!(await calls.hasToken())) {
      loadedAt = 0
      return change({ chat: null, messages: [], isReady: true, failure: null })
    }
    if (!isOpen && loadedAt === 0) return change({ chat: await calls.call('chat'), failure: null })
    const missed = loadedAt > 0 ? (await calls.call('messages', { after: last() })).rows : []
    if (loadedAt > 0 && missed.length < pageMax) return receive(missed, { chat: await calls.call('chat'), failure: null })
    const { chat, rows } = await calls.call('open')
    loadedAt = Date.now()
    receive(rows, { chat, isReady: true, failure: null }, [])
  }
  const catchUp = onceAtATime(async () => {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        return await load()
      } catch (error) {
        const failure = Refusal.noAnswer(error)
        change({ failure })
        if (!failure.isPassing || signal.aborted) return
        await pause(pauseAfter(failures, failure.waitMs))
      }
    }
  })

  /** A page that no one looks at needs no stream, nor does a buyer who never wrote. After a refusal it begins again with the next load that succeeds. */
  const adjustStream = () => {
    const isRefused = state.failure !== null && !state.failure.isPassing
    const wanted = !signal.aborted && !document.hidden && !isRefused && state.chat !== null && (isOpen || state.chat.lastNumber > 0)
    if (wanted === (stream !== null)) return
    stream?.abort()
    stream = wanted ? new AbortController() : null
    if (stream) void followLive(calls, listener, stream.signal)
  }
  const listener = {
    began: catchUp,
    connected: (isConnected: boolean) => {
      if (isConnected !== state.isConnected) change({ isConnected })
      if (isConnected) outbox.wake()
    },
    changed: (kind: string) => {
      if (kind === 'chat.typing') return void showTypists()
      if (kind === 'chat.erase') change({ messages: state.messages.map(withoutText) })
      catchUp()
    },
    ended: (failure: Refusal) => change({ failure }),
  }
  let typistsTimer: ReturnType<typeof setTimeout>
  const showTypists = async () => {
    if (!isOpen) return
    const { names: writing } = await calls.call('typists').catch(() => ({ names: [] }))
    change({ writing })
    clearTimeout(typistsTimer)
    if (writing.length > 0) typistsTimer = setTimeout(() => change({ writing: [] }), typingMs)
  }
  let saidTypingAt = 0

  const outbox = openOutbox(
    {
      calls,
      shelf,
      changed,
      alone: (work) => alone(who, signal, work).catch(() => null),
      sent: (message) => {
        if (message.number === last() + 1) receive([message])
        if (state.chat?.status !== 'open' || message.number !== last()) catchUp()
      },
    },
    signal,
  )
  const reread = () => {
    changed()
    outbox.wake()
  }
  onOtherTab(who, { changed: reread, replaced: () => void identity.recheck() }, signal)
  const look = () => {
    change({})
    if (state.failure && !document.hidden) catchUp()
  }
  document.addEventListener('visibilitychange', look, { signal })
  catchUp()

  return {
    read: () => state,
    outbox,
    uploads: openUploads(calls, changed),
    draft: { read: () => shelf.read('draft') ?? '', write: (text: string) => shelf.write('draft', text) },
    address: calls.address,
    /** Tries again what failed. */
    again(): void {
      stream?.abort()
      stream = null
      wake()
      catchUp()
    },
    setOpen(open: boolean): void {
      isOpen = open
      // Addresses of files may have run out, and the earlier pages are out of sight.
      if (open && Date.now() - loadedAt > addressMs) loadedAt = 0
      change({ announced: '' })
      if (open) catchUp()
    },
    async older(): Promise<void> {
      change({ isLoadingOlder: true })
      const older = calls.call('messages', { before: state.messages[0]?.number ?? 1 })
      await older
        .then(({ rows }) => receive(rows, { isLoadingOlder: false }))
        .catch((error) => change({ isLoadingOlder: false, failure: Refusal.noAnswer(error) }))
    },
    /** The buyer saw all messages. */
    seen(): void {
      const number = last()
      if (document.hidden || !state.chat || state.chat.unread === 0 || number <= readTo) return
      readTo = number
      const mark = calls.call('markRead', { number }).then((chat) => change({ chat }))
      mark.catch(() => {
        readTo = 0
      })
    },
    typing(): void {
      if (!state.chat || Date.now() - saidTypingAt < typingRenewMs) return
      saidTypingAt = Date.now()
      calls.call('sayTyping', { typing: true }).catch(() => {})
    },
    rate: async (score: number, comment: string) => change({ chat: await calls.call('rate', { score, comment }) }),
    /** The address of a file, renewed if it has run out. */
    async freshAddress({ path, url }: WidgetAttachment, { number }: WidgetMessage): Promise<string> {
      const { rows } = await calls.call('messages', { after: number - 1, limit: 1 }).catch(() => ({ rows: [] }))
      return calls.address(rows[0]?.attachments.find((one) => one.path === path)?.url ?? url)
    },
    hasOldAddresses: () => Date.now() - loadedAt > addressMs,
    close: () => closing.abort(),
  }
}

/** Of a buyer whose data was erased, only what support wrote stays. */
const withoutText = (message: WidgetMessage): WidgetMessage =>
  message.byBuyer ? { ...message, text: '', erased: true, attachments: [] } : message

const sentenceOf = ({ senderName, text }: WidgetMessage) => (text === '' ? texts.newFiles(senderName) : texts.newMessage(senderName, text))

/** Runs one at a time, and once more if it was called meanwhile. */
function onceAtATime(run: () => Promise<void>): () => void {
  let isRunning = false
  let again = false
  return async function start() {
    again = true
    if (isRunning) return
    isRunning = true
    while (again) {
      again = false
      await run()
    }
    isRunning = false
  }
}

import { openListeners } from '#web/platform/open-store.ts'
import { longestTimer, reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/** A message that the server has not confirmed yet. */
export type Unsent<Attachment = unknown> = {
  /** Made once; every attempt names it, so that a repeat makes no second message. */
  clientId: string
  chatId: string
  text: string
  attachments: Attachment[]
  /** When it was written, in milliseconds; also its sort key. */
  at: number
  /** The sentence of the refusal, where automatic retries cannot help. */
  refused: string | null
}

/** The result of an attempt: sent; to repeat, after the milliseconds the server asked for, if it did; refused; or the session ended. */
export type Attempt = { sent: true } | { again: true; afterMs: number | null } | { refused: string } | { ended: true }

/** The dependencies of the outbox. */
export type OutboxDependencies = {
  send: (unsent: Unsent) => Promise<Attempt>
  /** The messages stored on this device. `store` returns whether it could store one. */
  stored: () => Unsent[]
  store: (unsent: Unsent) => boolean
  drop: (unsent: Unsent) => void
  now: () => number
  newId: () => string
  random: () => number
  online: () => boolean
  /** Runs while no other tab of this person sends; two would mix up the order. */
  alone: (work: () => Promise<void>) => Promise<void>
}

export type Outbox = ReturnType<typeof openOutbox>

/** The unsent messages of one person in all chats. They are sent one after another, in the order of writing. */
export function openOutbox(dependencies: OutboxDependencies) {
  let all: readonly Unsent[] = inOrder(dependencies.stored())
  let sending: string | null = null
  let failures = 0
  let pausing = false
  let running = false
  let closed = false
  let wakeUp = () => {}
  /** The server asked for no further attempt before this moment, in milliseconds. */
  let notBefore = 0
  const { subscribe, notify } = openListeners()
  /** Messages that could not be stored, because storage is blocked or full. They are lost when this window closes. */
  const unstored = new Set<string>()

  const store = (unsent: Unsent) => {
    if (dependencies.store(unsent)) unstored.delete(unsent.clientId)
    else unstored.add(unsent.clientId)
  }
  const change = (to: readonly Unsent[]) => {
    all = inOrder(to)
    notify()
  }
  const replace = (unsent: Unsent) => {
    store(unsent)
    change(all.map((one) => (one.clientId === unsent.clientId ? unsent : one)))
  }
  const remove = (unsent: Unsent) => {
    dependencies.drop(unsent)
    unstored.delete(unsent.clientId)
    change(all.filter(({ clientId }) => clientId !== unsent.clientId))
  }
  const pause = async (ms: number, asked: number) => {
    pausing = true
    notBefore = dependencies.now() + asked
    change(all)
    await new Promise<void>((resume) => {
      wakeUp = resume
      setTimeout(resume, Math.min(longestTimer, Math.max(ms, asked)))
    })
    pausing = false
    notBefore = 0
  }
  /** Waits while the browser has no network; `wake` is called when there is one again. */
  const untilWoken = () =>
    new Promise<void>((resume) => {
      wakeUp = resume
    })

  async function sendOne(unsent: Unsent): Promise<void> {
    sending = unsent.clientId
    change(all)
    const outcome = await dependencies.send(unsent)
    sending = null
    if (closed) return
    if ('ended' in outcome) return close()
    if ('again' in outcome) {
      failures += 1
      return pause(reconnectDelay(failures, dependencies.random()), outcome.afterMs ?? 0)
    }
    failures = 0
    // Another tab may have discarded it meanwhile; the conversation shows that it was sent.
    if ('sent' in outcome) remove(unsent)
    else replace({ ...unsent, refused: outcome.refused })
  }
  async function sendAll(): Promise<void> {
    for (let next = firstWaiting(all); next && !closed; next = firstWaiting(all)) {
      if (dependencies.online()) await sendOne(next)
      else await untilWoken()
    }
  }
  function run(): void {
    if (running || closed || !firstWaiting(all)) return
    running = true
    void dependencies.alone(sendAll).finally(() => {
      running = false
      // A message may have been added since the last check.
      run()
    })
  }
  function close(): void {
    closed = true
    wakeUp()
  }

  run()
  return {
    read: () => all,
    /** The last attempt failed; the next one waits for a time or for the network. */
    isStuck: () => pausing || !dependencies.online(),
    /** Whether it could not be stored on this device, and is lost when this window closes. */
    isUnstored: (clientId: string) => unstored.has(clientId),
    subscribe,
    add(chatId: string, text: string, attachments: unknown[] = []): Unsent {
      const at = Math.max(dependencies.now(), (all.at(-1)?.at ?? 0) + 1)
      const unsent = { clientId: dependencies.newId(), chatId, text, attachments, at, refused: null }
      store(unsent)
      change([...all, unsent])
      run()
      return unsent
    },
    /** Tries again at once, under the same id. */
    retry(clientId: string) {
      const found = all.find((one) => one.clientId === clientId)
      if (found?.refused) replace({ ...found, refused: null })
      wakeUp()
      run()
    },
    discard(clientId: string) {
      const found = all.find((one) => one.clientId === clientId)
      if (found && sending !== clientId) remove(found)
    },
    /** The network, the server or this window is back: stops waiting, unless the server asked for a pause. */
    wake() {
      if (dependencies.now() >= notBefore) wakeUp()
      change(all)
      run()
    },
    /** Another tab wrote, sent or discarded a message. */
    reread() {
      const stored = dependencies.stored().filter(({ clientId }) => !unstored.has(clientId))
      change([...stored, ...all.filter(({ clientId }) => unstored.has(clientId))])
      run()
    },
    close,
    isClosed: () => closed,
  }
}

const firstWaiting = (all: readonly Unsent[]) => all.find(({ refused }) => refused === null)
const inOrder = (all: readonly Unsent[]) => [...all].sort((one, other) => one.at - other.at || (one.clientId < other.clientId ? -1 : 1))

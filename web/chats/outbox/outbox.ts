import { longestTimer } from '#web/platform/rpc/ask-failed.ts'
import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'

/** A message that the server has not confirmed yet. */
export type Unsent<Attachment = unknown> = {
  /** Made here once; every attempt names it, so that a repeat makes no second message. */
  clientId: string
  chatId: string
  text: string
  attachments: Attachment[]
  /** When it was written, in milliseconds; also its place in the order. */
  at: number
  /** The sentence of the refusal, where trying again by itself cannot help. */
  refused: string | null
}

/** How an attempt ended: it stands, it is worth another one (after so many milliseconds, where the server said how long), or it is refused. */
export type Attempt = { sent: true } | { again: true; afterMs: number | null } | { refused: string } | { ended: true }

/** What the outbox needs from the world. */
export type OutboxDependencies = {
  send: (unsent: Unsent) => Promise<Attempt>
  /** What is kept on this device, and how it changes; true where it could be kept. */
  kept: () => Unsent[]
  keep: (unsent: Unsent) => boolean
  drop: (unsent: Unsent) => void
  now: () => number
  newId: () => string
  random: () => number
  online: () => boolean
  /** Runs while no other tab of this person sends; two would mix up the order. */
  alone: (work: () => Promise<void>) => Promise<void>
}

export type Outbox = ReturnType<typeof openOutbox>

/** What was written and not confirmed yet, of all chats of one person: it goes out one after another, in the order in which it was written. */
export function openOutbox(world: OutboxDependencies) {
  let all: readonly Unsent[] = inOrder(world.kept())
  let sending: string | null = null
  let failures = 0
  let pausing = false
  let running = false
  let closed = false
  let wakeUp = () => {}
  /** Whoever answered the last attempt wants to hear nothing before this moment, whatever comes back until then. In milliseconds. */
  let notBefore = 0
  const listeners = new Set<() => void>()
  /** What the device could not keep: storage is barred or full. It is here alone, and gone with this window. */
  const unkept = new Set<string>()

  const keep = (unsent: Unsent) => {
    if (world.keep(unsent)) unkept.delete(unsent.clientId)
    else unkept.add(unsent.clientId)
  }
  const change = (to: readonly Unsent[]) => {
    all = inOrder(to)
    for (const listener of listeners) listener()
  }
  const replace = (unsent: Unsent) => {
    keep(unsent)
    change(all.map((one) => (one.clientId === unsent.clientId ? unsent : one)))
  }
  const remove = (unsent: Unsent) => {
    world.drop(unsent)
    unkept.delete(unsent.clientId)
    change(all.filter(({ clientId }) => clientId !== unsent.clientId))
  }
  const pause = async (ms: number, asked: number) => {
    pausing = true
    notBefore = world.now() + asked
    change(all)
    await new Promise<void>((resume) => {
      wakeUp = resume
      setTimeout(resume, Math.min(longestTimer, Math.max(ms, asked)))
    })
    pausing = false
    notBefore = 0
  }
  /** Nothing goes out while the browser knows of no network; it tells when there is one again. */
  const somethingHappens = () =>
    new Promise<void>((resume) => {
      wakeUp = resume
    })

  async function sendOne(unsent: Unsent): Promise<void> {
    sending = unsent.clientId
    change(all)
    const outcome = await world.send(unsent)
    sending = null
    if (closed) return
    if ('ended' in outcome) return close()
    if ('again' in outcome) {
      failures += 1
      return pause(reconnectDelay(failures, world.random()), outcome.afterMs ?? 0)
    }
    failures = 0
    // Another tab may have thrown it away meanwhile; that it stands is told by the conversation itself.
    if ('sent' in outcome) remove(unsent)
    else replace({ ...unsent, refused: outcome.refused })
  }
  async function sendAll(): Promise<void> {
    for (let next = firstWaiting(all); next && !closed; next = firstWaiting(all)) {
      if (world.online()) await sendOne(next)
      else await somethingHappens()
    }
  }
  function run(): void {
    if (running || closed || !firstWaiting(all)) return
    running = true
    void world.alone(sendAll).finally(() => {
      running = false
      // Something may have been written between the last look and this end.
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
    /** The one on its way at this moment. */
    sending: () => sending,
    /** The last attempt failed, and the next one waits for a while or for the network. */
    isStuck: () => pausing || !world.online(),
    /** It could not be kept on this device: whoever closes this window loses it. */
    isUnkept: (clientId: string) => unkept.has(clientId),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(chatId: string, text: string, attachments: unknown[] = []): Unsent {
      const at = Math.max(world.now(), (all.at(-1)?.at ?? 0) + 1)
      const unsent = { clientId: world.newId(), chatId, text, attachments, at, refused: null }
      keep(unsent)
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
    /** The network, the server or this window is back: no need to wait any longer, unless it was asked for. */
    wake() {
      if (world.now() >= notBefore) wakeUp()
      change(all)
      run()
    },
    /** Another tab wrote, sent or threw away something. */
    reread() {
      const kept = world.kept().filter(({ clientId }) => !unkept.has(clientId))
      change([...kept, ...all.filter(({ clientId }) => unkept.has(clientId))])
      run()
    },
    close,
    isClosed: () => closed,
  }
}

const firstWaiting = (all: readonly Unsent[]) => all.find(({ refused }) => refused === null)
const inOrder = (all: readonly Unsent[]) => [...all].sort((one, other) => one.at - other.at || (one.clientId < other.clientId ? -1 : 1))

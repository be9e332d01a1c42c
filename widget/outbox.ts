import type { WidgetAttachment, WidgetMessage } from '#contract/widget.ts'
import type { Calls } from './calls.ts'
import type { Shelf } from './device.ts'
import { alarm, pauseAfter, Refusal } from './refusal.ts'

/** A message that Backstall has not confirmed yet. */
export type Unsent = {
  /** Made once; every attempt names it, so that a repeat makes no second message. */
  clientId: string
  text: string
  attachments: WidgetAttachment[]
  /** When it was written, in milliseconds; also its sort key. */
  at: number
  /** Why it was refused, as a sentence; null while it waits. */
  refused: string | null
}

const start = 'unsent:'

type Dependencies = {
  calls: Pick<Calls, 'call' | 'start'>
  shelf: Shelf
  /** Runs while no other tab of this buyer sends: two would mix up the order. */
  alone: (work: () => Promise<Refusal | null>) => Promise<Refusal | null>
  sent: (message: WidgetMessage) => void
  changed: () => void
}

/** The unsent messages of one buyer, which outlive a reload and are sent one after another in the order of writing, until `closing` aborts. */
export function openOutbox({ calls, shelf, alone, sent, changed }: Dependencies, closing: AbortSignal) {
  let isRunning = false
  let isStuck = false
  const { pause, wake: wakeUp } = alarm(closing)

  const read = (): Unsent[] =>
    shelf
      .names(start)
      .flatMap((name) => parsed(shelf.read(name)))
      .sort((one, other) => one.at - other.at)
  const store = (unsent: Unsent) => {
    shelf.write(start + unsent.clientId, JSON.stringify(unsent))
    changed()
  }
  const remove = (clientId: string) => {
    shelf.write(start + clientId, '')
    changed()
  }
  const next = () => read().find(({ refused }) => refused === null)

  async function attempt({ clientId, text, attachments }: Unsent): Promise<WidgetMessage> {
    await calls.start()
    return calls.call('send', { clientId, text, attachments: attachments.map(({ path }) => path) })
  }
  /** Sends one after another; returns the failure after which a pause is due, or null. */
  async function sendAll(): Promise<Refusal | null> {
    for (let unsent = next(); unsent && !closing.aborted; unsent = next()) {
      try {
        const message = await attempt(unsent)
        if (closing.aborted) return null
        sent(message)
        remove(unsent.clientId)
      } catch (error) {
        if (closing.aborted) return null
        const refusal = Refusal.noAnswer(error)
        if (refusal.isPassing) return refusal
        store({ ...unsent, refused: refusal.message })
      }
    }
    return null
  }
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let failures = 1; next() && !closing.aborted; failures += 1) {
      const failure = await alone(sendAll)
      isStuck = failure !== null
      changed()
      // Another tab may send meanwhile, for example the one that people look at.
      if (failure && !closing.aborted) await pause(pauseAfter(failures, failure.waitMs))
    }
    isRunning = false
  }
  const wake = () => {
    wakeUp()
    void run()
  }
  addEventListener('online', wake, { signal: closing })
  void run()

  return {
    read,
    /** The last attempt failed; the next one waits for a time or for the network. */
    isStuck: () => isStuck || !navigator.onLine,
    add(text: string, attachments: WidgetAttachment[]): void {
      const at = Math.max(Date.now(), (read().at(-1)?.at ?? 0) + 1)
      store({ clientId: newId(), text, attachments, at, refused: null })
      void run()
    },
    retry(clientId: string): void {
      const found = read().find((unsent) => unsent.clientId === clientId)
      if (found) store({ ...found, refused: null })
      wake()
    },
    discard: remove,
    wake,
  }
}

/** Other code of the storefront can write there, too. */
function parsed(text: string | null): Unsent[] {
  try {
    return [JSON.parse(text ?? '')]
  } catch {
    return []
  }
}

/** Random, also where the page is not secure and has no `randomUUID`. */
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

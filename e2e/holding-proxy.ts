import { openForwardingProxy } from './forwarding-proxy.ts'

/** A proxy between browsers and Backstall that waits for the end of every event stream before it passes anything on: forever. */
export type HoldingProxy = {
  url: string
  /** How many streams it has held back. */
  held: () => number
  /** The addresses of the answers that it passed on, in their order. */
  passed: () => readonly string[]
  close: () => Promise<void>
}

export async function openHoldingProxy(target: string): Promise<HoldingProxy> {
  let held = 0
  const passed: string[] = []
  const proxy = await openForwardingProxy(target, {
    holds: ({ headers }) => {
      const isStream = headers['content-type']?.startsWith('text/event-stream') === true
      held += Number(isStream)
      return isStream
    },
    passes: (address) => passed.push(address),
  })
  return { ...proxy, held: () => held, passed: () => passed }
}

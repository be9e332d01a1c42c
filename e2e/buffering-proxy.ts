import { openForwardingProxy } from './forwarding-proxy.ts'

/** A proxy between browsers and Backstall that buffers every event stream until its end, which never comes. */
export type BufferingProxy = {
  url: string
  /** How many streams it has buffered. */
  buffered: () => number
  /** The addresses of the answers it passed on, in order. */
  passed: () => readonly string[]
  close: () => Promise<void>
}

export async function openBufferingProxy(target: string): Promise<BufferingProxy> {
  let buffered = 0
  const passed: string[] = []
  const proxy = await openForwardingProxy(target, {
    holds: ({ headers }) => {
      const isStream = headers['content-type']?.startsWith('text/event-stream') === true
      buffered += Number(isStream)
      return isStream
    },
    passes: (address) => passed.push(address),
  })
  return { ...proxy, buffered: () => buffered, passed: () => passed }
}

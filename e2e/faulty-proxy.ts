import { type Duplex, Transform } from 'node:stream'
import { openForwardingProxy } from './forwarding-proxy.ts'

/**
 * The fault of one upload: its connection stalls after this many bytes and is cut once a condition is met, or the byte at this place is changed, or
 * it is cut before the server gets the request. `of` selects the upload; without it, any upload that sends data.
 */
type Fault = ({ cutAfter: number; once: () => Promise<unknown> } | { damagedAt: number } | { cutAtOnce: true }) & {
  of?: (upload: Sent) => boolean
}
/** An upload as it reached the proxy, and how many bytes of it. */
type Sent = { method: string; address: string; bytes: number }

/** A proxy that applies each of these faults to the next upload, one after the other; everything else passes. */
export async function openFaultyProxy(target: string, ...faults: Fault[]) {
  const sent: Sent[] = []
  const faultOf = (upload: Sent): Fault | undefined => {
    const at = faults.findIndex(({ of = ({ method }) => method !== 'HEAD' }) => of(upload))
    return at < 0 ? undefined : faults.splice(at, 1)[0]
  }
  const proxy = await openForwardingProxy(target, {
    toServer: ({ method = '', url = '' }, cut) => {
      if (!/^\/api\/(products\/.*\/images|chats\/.*\/files|account\/avatar|settings\/logo)/.test(url)) return null
      const upload = { method, address: url, bytes: 0 }
      sent.push(upload)
      const fault = faultOf(upload)
      if (!fault || !('cutAtOnce' in fault)) return method === 'HEAD' ? null : rough(upload, fault, cut)
      cut()
      return null
    },
  })
  return { ...proxy, sent: (): readonly Sent[] => sent, faultsLeft: () => faults.length }
}

function rough(upload: Sent, fault: Fault | undefined, cut: () => void): Duplex {
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      const before = upload.bytes
      upload.bytes += chunk.length
      const content = Buffer.from(chunk)
      if (fault && 'damagedAt' in fault) {
        const at = fault.damagedAt - before
        if (at >= 0 && at < content.length) content[at] = (content[at] ?? 0) ^ 0x01
      }
      if (!fault || !('cutAfter' in fault) || upload.bytes < fault.cutAfter) return next(null, content)
      this.push(content)
      void fault.once().finally(cut)
    },
  })
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { Transform } from 'node:stream'

/** A proxy to a server that changes one byte of what is sent, counted from the first of each connection. */
export async function openDamagingProxy(target: string, damagedAt: number): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(target)
  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    let passed = 0
    const damage = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        const at = damagedAt - passed
        passed += chunk.length
        if (at < 0 || at >= chunk.length) return next(null, chunk)
        const damaged = Buffer.from(chunk)
        damaged[at] = (damaged[at] ?? 0) ^ 0x01
        next(null, damaged)
      },
    })
    from.pipe(damage).pipe(to).pipe(from)
    for (const end of [from, to]) end.on('error', () => [from, to].map((each) => each.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

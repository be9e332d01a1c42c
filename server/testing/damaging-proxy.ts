import { connect, createServer } from 'node:net'
import { Transform } from 'node:stream'
import { listen } from '#server/testing/listen.ts'

/** Opens a proxy to a server that changes one byte of what is sent, counted from the first of each connection. Returns its address. */
export async function openDamagingProxy(target: string, damagedAt: number): Promise<string> {
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
  })
  return (await listen(server)).url
}

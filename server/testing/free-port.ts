import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ranges from which Linux, macOS and Windows give ports to other programs, which might take one before its server listens, and above
 * those that browsers refuse.
 */
const first = 11_000
const end = 32_768

/** A port of the loopback address that is free at this moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, end)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}

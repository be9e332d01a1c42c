import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { closeAtEnd } from '#server/testing/worker.ts'

/** Opens a server on a port of this machine that is free. It closes with the test that opened it, or with the file. */
export async function listen(server: Server): Promise<{ url: string; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(async () => {
    server.close()
    if (server instanceof HttpServer) server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

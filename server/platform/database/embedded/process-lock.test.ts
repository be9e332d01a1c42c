import { connect as connectTo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testFolder } from '#server/testing/worker.ts'
import { openEmbedded } from './embedded.ts'
import { takeProcessLock } from './process-lock.ts'

it('waits for a database whose connections break while it is being restarted, whatever the error', async () => {
  const quiet = { log: () => {}, onLost: () => {} }
  const embedded = await openEmbedded({ dataDir: testFolder(), connections: 10, address: '127.0.0.1:3000', ...quiet })
  onTestFinished(embedded.stop)
  const broken = vi.fn()
  // Like the socket of a server just killed: it accepts a connection, and ends it before or after the first data.
  const socketServer = createServer((line) => {
    line.on('error', () => {})
    if (broken.mock.calls.length < 8) {
      broken()
      if (broken.mock.calls.length % 2) line.destroy()
      else line.once('data', () => line.destroy())
      return
    }
    const server = connectTo(embedded.address.path)
    server.on('error', () => line.destroy())
    line.pipe(server).pipe(line)
  })
  const path = join(testFolder(), '.s.PGSQL.5432')
  await new Promise<void>((resolve) => socketServer.listen(path, resolve))
  onTestFinished(() => void socketServer.close())
  // The process lock is taken already: once connected, the error names its holder.
  await expect(takeProcessLock({ ...embedded.address, path }, '127.0.0.1:3001', () => {})).rejects.toThrow(
    /Another Backstall holds this data folder/,
  )
  expect(broken).toHaveBeenCalledTimes(8)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { environment, readConfig } from '#server/config.ts'
import { pagesOf } from './dev-pages.ts'

/** A port that is free now. */
async function freePort(): Promise<number> {
  const probe = createNetServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (!address || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}

/**
 * `npm run dev`: Vite at the usual address with hot reload, and behind it the server from its sources, started again when they change.
 * Redirects, sign-in and the Content-Security-Policy come from the server, as they do in earnest.
 */
async function main(): Promise<void> {
  process.chdir(join(import.meta.dirname, '..'))
  const { host, port } = readConfig(environment())
  const behind = `http://127.0.0.1:${await freePort()}`
  const env = { ...process.env, HOST: '127.0.0.1', PORT: new URL(behind).port }
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], { env, stdio: 'inherit' })
  const vite = await createServer({
    configFile: 'vite.config.ts',
    appType: 'custom',
    plugins: [pagesOf(behind)],
    server: { host, port, strictPort: true },
  })
  await vite.listen()
  console.log(`Open http://${host}:${port} once the server says that it is ready. Changes show by themselves.`)
  const stop = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await Promise.all([vite.close(), once(server, 'exit')])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(signal))
}

await main()

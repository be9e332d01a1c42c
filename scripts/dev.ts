import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { environment, readConfig } from '#server/platform/config.ts'
import { freePort } from '#server/testing/free-port.ts'
import { pagesOf } from './dev-pages.ts'

/** Starts Vite at the usual address; it forwards what only the server can answer to the port behind it. */
async function openVite(host: string, port: number, behind: number): Promise<void> {
  const front = createHttpServer()
  // Not Vite's own server: that would end the process on a signal before the database has stopped.
  const vite = await createServer({
    configFile: 'vite.config.ts',
    appType: 'custom',
    plugins: [pagesOf(behind)],
    server: { middlewareMode: true, hmr: { server: front } },
  })
  front.on('request', vite.middlewares).listen(port, host)
  await once(front, 'listening')
}

/**
 * `npm run dev`: Vite at the usual address with hot reload, and behind it the server from its sources, restarted when they change. Redirects, sign-in
 * and the Content-Security-Policy come from the server, as in production.
 */
async function main(): Promise<void> {
  process.chdir(join(import.meta.dirname, '..'))
  const { host, port } = readConfig(environment())
  const behind = await freePort()
  await openVite(host, port, behind)
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(behind) }
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/app/main.ts'], { env, stdio: 'inherit' })
  console.log(`Open http://${host}:${port}; changes show by themselves. The server works behind it, on a port of its own:`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
  const [code] = await once(server, 'exit')
  process.exit(code ?? 0)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

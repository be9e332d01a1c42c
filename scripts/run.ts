import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export type Outcome = { ok: boolean; output: string; seconds: number }

/** Runs a command with the project's own tools first in the path and without standard input; collects its output. */
export function run(command: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}): Promise<Outcome> {
  const [file = '', ...args] = command
  const started = performance.now()
  const env = { ...process.env, ...options.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` }
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: string[] = []
    const end = (ok: boolean) => done({ ok, output: parts.join(''), seconds: (performance.now() - started) / 1000 })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    child.on('error', (error) => {
      parts.push(`${error.message}\n`)
      end(false)
    })
    child.on('close', (code, signal) => {
      if (signal) parts.push(`${file} was ended by ${signal}\n`)
      end(code === 0)
    })
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Floor = { port: number; stop: () => Promise<void> }

/** Starts the floor on its database in a separate process. */
export async function startFloor(database: Record<string, unknown>): Promise<Floor> {
  const child = spawn(process.execPath, ['bench/floor/floor.ts'], {
    env: { PATH: process.env.PATH, FLOOR_DATABASE: JSON.stringify(database) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const stop = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  return { port: JSON.parse(line).port, stop }
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '#server/platform/package-root.ts'
import { testFolder } from '#server/testing/worker.ts'

const run = promisify(execFile)

/** The nginx of this machine, or Debian's package, unpacked into a temporary folder without installing it. Throws the reason if there is neither. */
export async function findNginx(): Promise<string> {
  const installed = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
  if (installed) return installed
  const cwd = testFolder()
  // Lists of its own, so that the machine's stay as they are; needed only if it has none.
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(cwd, name), { recursive: true })
  const own = ['-o', `Dir::State::lists=${join(cwd, 'lists')}`, '-o', `Dir::Cache=${join(cwd, 'cache')}`]
  const download = (options: string[]) => run('apt-get', [...options, 'download', 'nginx'], { cwd })
  await download([]).catch(async () => {
    await run('apt-get', [...own, 'update'], { cwd })
    await download(own)
  })
  const file = readdirSync(cwd).find((name) => name.endsWith('.deb')) ?? ''
  await run('dpkg', ['-x', file, '.'], { cwd })
  const unpacked = join(cwd, 'usr/sbin/nginx')
  await run(unpacked, ['-v'])
  return unpacked
}

/** Starts nginx with the example for operators (examples/nginx), its addresses replaced: it listens on `port`, the nodes on `nodes`. */
export async function startNginx(program: string, port: number, nodes: readonly number[]): Promise<{ stop: () => Promise<void> }> {
  const folder = testFolder()
  const example = readFileSync(join(packageRoot, 'examples/nginx/backstall.conf'), 'utf8')
  const left = [...nodes]
  const replaced = example
    .replace(/10\.0\.0\.\d+:3000/g, () => `127.0.0.1:${left.shift()}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  if (left.length > 0 || replaced.includes('undefined')) throw new Error('The example has another number of nodes.')
  writeFileSync(join(folder, 'backstall.conf'), replaced)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const around = `${user} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 2048; }
    http { access_log off; ${temporary.join(' ')} include ${folder}/backstall.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), around)
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log'), '-g', 'daemon off;'])
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(child, 'close')
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error(`nginx did not start:\n${printed}`)
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => void socket.once('connect', () => resolve(true)).once('error', () => resolve(false))).finally(
    () => socket.destroy(),
  )
}

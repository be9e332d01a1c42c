import { basename, dirname, extname } from 'node:path'

/** The address of the database: a URL, or the socket of the embedded one. */
export type Address = string | SocketAddress
export type SocketAddress = { path: string; username: string; password: string; database: string }

/** One host, in the words of the driver. */
type Host = {
  host: string
  port?: number
  user?: string
  password?: string
  database?: string
  ssl: false | { rejectUnauthorized: boolean }
  options?: string
  sslnegotiation?: 'direct'
}

/** Where the database may be, in the order in which it is tried, and the settings of its sessions that the address asks for. */
export type Hosts = { hosts: Host[]; mustWrite: boolean; settings: Record<string, string> }

/** Reads an address, or throws. A URL may name several hosts, and `target_session_attrs=read-write` (or `primary`) if only one of them accepts writes. */
export function hostsOf(address: Address): Hosts {
  return typeof address === 'string' ? inUrl(address) : { hosts: [atSocket(address)], mustWrite: false, settings: {} }
}

const atSocket = ({ path, username, password, database }: SocketAddress): Host => {
  const port = Number(extname(basename(path)).slice(1))
  return { host: dirname(path), port, user: username, password, database, ssl: false }
}

function inUrl(url: string): Hosts {
  const [, scheme = '', credentials = '', names = '', rest = ''] = /^([^:]+:\/\/)([^@]*@)?([^/?]*)(.*)$/s.exec(url) ?? []
  // Such a character in a password would end it: the rest would be read as a host, or not at all.
  if (/[/?#]/.test(credentials) || rest.includes('#')) throw new Error('A character of the address has to be percent-encoded.')
  const urls = names.split(',').map((name) => new URL(`${scheme}${credentials}${name}${rest}`))
  const {
    target_session_attrs: target,
    ssl,
    sslmode = ssl,
    sslnegotiation,
    options,
    ...settings
  } = Object.fromEntries(urls[0]?.searchParams ?? [])
  const encrypted = sslmode !== undefined && !/^(disable|false)$/.test(sslmode)
  const hosts = urls.map(({ hostname, port, username, password, pathname }) => ({
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    ...(port && { port: Number(port) }),
    ...(username && { user: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { database: decodeURIComponent(pathname.slice(1)) }),
    ssl: encrypted && { rejectUnauthorized: !/^(require|allow|prefer)$/.test(sslmode) },
    ...(options && { options }),
    ...(sslnegotiation === 'direct' && { sslnegotiation: 'direct' as const }),
  }))
  const mustWrite = target === 'read-write' || target === 'primary'
  if (target !== undefined && !mustWrite) throw new Error(`target_session_attrs ${target} is not supported.`)
  return { hosts, mustWrite, settings }
}

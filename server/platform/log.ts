import { inspect } from 'node:util'
import type { Config } from '#server/platform/config.ts'

type Level = 'info' | 'warn' | 'error'

/** Addresses of people and of databases with their passwords, and tokens in addresses of pages. */
const personal = [
  [/[^\s<>"'(/]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu, '…@…'],
  [/([?&](?:reset|verify|email|invite|token)=)[\w-]+/g, '$1…'],
] as const

/** The line without tokens, and without email addresses but the one to keep. A last resort: callers leave them out, but mail servers repeat them. */
export const masked = (line: string, kept?: string): string =>
  personal.reduce(
    (text, [pattern, mask]) => text.replace(pattern, (found, ...groups) => (found === kept ? found : mask.replace('$1', groups[0]))),
    line,
  )

/** One JSON object: the first line is the message, the rest, such as a stack, is `detail`. */
export function jsonLine(level: Level, text: string, now = new Date()): string {
  const [message = '', ...detail] = text.split('\n')
  return JSON.stringify({
    time: now.toISOString(),
    level,
    message,
    ...(detail.length > 0 && { detail: detail.join('\n') }),
    pid: process.pid,
  })
}

/**
 * Makes the console of this process the log: every line masked, in JSON one object per line, also what libraries and Node itself say. The
 * support administrator's address comes from the operator, and is kept.
 */
export function openLog({ logFormat, supportEmail }: Pick<Config, 'logFormat' | 'supportEmail'>): void {
  const { log, warn, error } = console
  const writers = { info: log, warn, error } as const
  const write = (level: Level) => {
    const line = writers[level].bind(console)
    return (...parts: unknown[]) => {
      const text = masked(parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '), supportEmail)
      line(logFormat === 'json' ? jsonLine(level, text) : text)
    }
  }
  Object.assign(console, { log: write('info'), info: write('info'), debug: write('info'), warn: write('warn'), error: write('error') })
  if (logFormat === 'text') return
  process.removeAllListeners('warning').on('warning', ({ name, message }) => console.warn(`${name}: ${message}`))
}

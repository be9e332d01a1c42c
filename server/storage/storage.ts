import type { Readable } from 'node:stream'

/** Where files are kept. Every driver passes the same suite. */
export type Storage = {
  /** Stores the content under a path that is written once; wholly there or not at all. */
  put: (path: string, content: Buffer | Readable, about: { contentType: string; bytes: number; sha256: string }) => Promise<void>
  /** Opens a stored file for reading; throws `storage/object-not-found` if there is none. */
  get: (path: string) => Promise<{ stream: Readable; bytes: number }>
  /** Removes a file; a file that is not there is no error. */
  remove: (path: string) => Promise<void>
  /** A short-lived address from which the browser can load it directly, or null where Backstall serves it itself. */
  addressOf: (path: string) => Promise<string | null>
}

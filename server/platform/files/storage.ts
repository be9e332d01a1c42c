import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StorageError } from '#domain/storage-error.ts'

export type About = { contentType: string; bytes: number; sha256: string }

/** What the store is told about a file. */
export const aboutOf = (content: Buffer, contentType: string): About => ({
  contentType,
  bytes: content.length,
  sha256: hash('sha256', content),
})

/** Headers with which a store answers at a signed address. Its own caching applies without `cacheControl`. */
type AnswerHeaders = { contentType: string; disposition: string; cacheControl?: string | undefined }

/** The file store. Every driver passes the same suite; every error is a `StorageError`. */
export type Storage = {
  /**
   * Stores the content under a path that is written once, completely or not at all. The content is checked against its length and SHA-256
   * on the way: `storage/invalid-checksum`. A path that is taken is `storage/unauthorized`.
   */
  put: (path: string, content: Buffer | Readable, about: About) => Promise<void>
  /** Opens a stored file for reading; throws `storage/object-not-found` if there is none. */
  get: (path: string) => Promise<{ stream: Readable; bytes: number }>
  /** Removes a file; a missing file is not an error. */
  remove: (path: string) => Promise<void>
  /** A short-lived address from which the browser can load it directly, or null if Backstall serves it itself. */
  addressOf: (path: string, answer: AnswerHeaders) => Promise<string | null>
  /** The origin of those addresses, for the page's policy; null if there are none. */
  origin: string | null
  /** Removes the remains of interrupted writes before that moment, and returns how many. */
  tidy: (before: Date) => Promise<number>
}

/** Opens a stored file for reading; null if there is none. */
export const fileOrNull = (storage: Storage, path: string) =>
  storage.get(path).catch((error: unknown) => {
    if (error instanceof StorageError && error.reason === 'object-not-found') return null
    throw error
  })

/** One part of a path: no separators, nothing hidden, neither `.` nor `..`, no space or dot at the end. */
const part = /^[\w:~-][\p{L}\p{M}\p{N}\w .,:()+@=&!'~-]*(?<![ .])$/u
const pathMax = 700

/** Whether this is a plain relative path. */
export const isPath = (path: string): boolean => {
  const parts = path.split('/')
  return path.length <= pathMax && parts.length <= 8 && parts.every((each) => part.test(each))
}

/** Throws `storage/invalid-argument` for anything but a plain relative path, so that no path leads out of the store. */
export function checkPath(path: string): void {
  if (!isPath(path)) {
    throw new StorageError('invalid-argument', { cause: new Error(`Not a path: ${JSON.stringify(path.slice(0, 100))}`) })
  }
}

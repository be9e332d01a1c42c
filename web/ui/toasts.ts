import { openStore } from '#web/platform/open-store.ts'

/**
 * Undoes what a toast reports, possible for `ms` milliseconds; of several things all of it only for `allMs`, then the rest. `id` names the item if it
 * is one.
 */
export type Undo = { run: () => void; ms: number; allMs?: number; id?: string | undefined }

/** `undone` reports that an undo worked: the undo key goes on to the toast before it. `fair` reports what was done in part. */
type Tone = 'good' | 'fair' | 'bad' | 'undone'

export type Toast = {
  id: number
  text: string
  tone: Tone
  /** True once it was shown long enough for screen readers; set by `Toasts`. */
  isRead: boolean
  /** The rest of its time, in milliseconds; counted down by `Toasts`. */
  left: number
  /** Undoes what the toast reports, while that is possible. */
  undo?: (() => void) | undefined
  /** The item that the undo is about. */
  undoes?: string | undefined
  /** Part of it cannot be undone any more. */
  undoesRest?: boolean
}

/** The current toasts. */
export const toasts = openStore<readonly Toast[]>([])
const { read: shown, set: change } = toasts
let last = 0

/** The most toasts that are shown at once, without the folded ones. */
const shownMax = 3

/** Toasts with an undo are folded behind the newest of these: one with an undo itself, or the report of one. */
const isFront = ({ undo, tone }: Toast) => undo !== undefined || tone === 'undone'

/** Of the toasts with an undo only the newest is shown, and none beside the report of an undo; the others are folded. */
export const isFolded = ({ id, undo }: Toast): boolean => undo !== undefined && shown().some((one) => isFront(one) && one.id > id)

/** True if the folded toasts are behind this one. */
export const hasFolded = ({ id }: Toast): boolean => shown().some(isFolded) && shown().findLast(isFront)?.id === id

/** How long a toast stays, in milliseconds; a refusal stays longer, and a long sentence too. */
const stays: Record<Tone, number> = { good: 5_000, fair: 10_000, bad: 10_000, undone: 5_000 }
const perCharacter = 50

/** A long title, of which the beginning is enough. */
const longTitle = /“([^”]{48})[^”]{2,}”/gu

/**
 * Shows the result of an action for a short time, at the edge of the screen; screen readers announce it without moving the focus. With `undo` it
 * has a button for that, and stays as long.
 */
export function toast(sentence: string, tone: Tone = 'good', undo?: Undo): void {
  const text = sentence.replace(longTitle, '“$1…”')
  const id = ++last
  const left = undo ? undo.ms : stays[tone] + perCharacter * text.length
  // One with an undo stays for all of its time (product §3); `Toasts` folds the older ones. Another success that was read makes room.
  const kept = shown().filter((one) => one.undo || one.tone === 'bad' || !one.isRead)
  const isFull = kept.filter((one) => !isFolded(one)).length >= shownMax
  const oldest = isFull ? kept.find((one) => !one.undo) : undefined
  const former = kept.filter((one) => one !== oldest)
  change([...former, { id, text, tone, isRead: false, left, undo: undo?.run, undoes: undo?.id }])
  if (!undo) return
  const alter = (to: Partial<Toast>) => change(shown().map((one) => (one.id === id ? { ...one, ...to } : one)))
  // Pointing at a toast pauses its time, not that of the undo. A folded one has nothing else to offer.
  setTimeout(() => {
    if (shown().some((one) => one.id === id && isFolded(one))) dismissToast(id)
    else alter({ undo: undefined, left: 0 })
  }, undo.ms)
  if (undo.allMs !== undefined && undo.allMs < undo.ms) setTimeout(alter, undo.allMs, { undoesRest: true })
}

/** What the undo key does instead of undoing the newest toast; the newest claim has it. */
let claims: readonly { run: () => void }[] = []

/** Takes the undo key from the toasts; returns the function that gives it back. */
export function claimUndoKey(run: () => void): () => void {
  const claim = { run }
  claims = [...claims, claim]
  showKey()
  return () => {
    claims = claims.filter((one) => one !== claim)
    showKey()
  }
}

/** The newest toast about something that was done, or that can be tried again; one about an undo, or about what failed, is neither. */
const newestDone = () => shown().findLast(({ tone, undo }) => undo || tone === 'good' || tone === 'fair')

/** Draws the newest toast again if it names the key. */
const showKey = () => newestDone()?.undo && change([...shown()])

/** True if the undo key undoes what this toast reports. */
export const hasUndoKey = ({ id, undo }: Toast): boolean => undo !== undefined && claims.length === 0 && newestDone()?.id === id

/**
 * The act of the undo key, or undefined if there is nothing to undo. If the newest toast is about something that cannot be undone, that is so: an
 * older one is not what the person means.
 */
export function undoKey(): (() => void) | undefined {
  const claim = claims.at(-1)
  if (claim) return claim.run
  const newest = newestDone()
  return newest?.undo && (() => undoToast(newest))
}

/** Undoes what a toast reports; it does so once. */
export function undoToast({ id, undo }: Toast): void {
  dismissToast(id)
  undo?.()
}

/** Removes the undo of this item: another move followed, so the server would refuse it. */
export function withdrawUndo(item: string): void {
  if (shown().some(({ undoes }) => undoes === item)) change(shown().filter(({ undoes }) => undoes !== item))
}

export function dismissToast(id: number): void {
  change(shown().filter((one) => one.id !== id))
}

/** Removes all toasts: they were for the former person. */
export function dismissToasts(): void {
  if (shown().length > 0) change([])
}

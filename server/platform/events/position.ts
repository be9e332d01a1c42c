/** A position in the feed as the browser stores it: `<epoch>:<number>`, opaque to it. */
export const positionText = (epoch: string, position: number): string => `${epoch}:${position}`

/** The number in a position of this history; null for a position of another history, or for any other text. */
export function positionIn(epoch: string, text: string | null): number | null {
  if (!text?.startsWith(`${epoch}:`)) return null
  const digits = text.slice(epoch.length + 1)
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

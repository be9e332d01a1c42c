/**
 * Reads Backstall's own refusal from the body of an answer, else null. Written by hand: many screens upload, and each would load the schema
 * library.
 */
export function refusalIn(body: unknown): { error: string; code: string } | null {
  const { error, code } = (body ?? {}) as Record<string, unknown>
  return typeof error === 'string' && typeof code === 'string' ? { error, code } : null
}

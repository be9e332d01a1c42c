/** A refusal of Backstall's own in the body of an answer. By hand, as many screens upload: the library for shapes would be loaded with each of them. */
export function refusalIn(body: unknown): { error: string; code: string } | null {
  const { error, code } = (body ?? {}) as Record<string, unknown>
  return typeof error === 'string' && typeof code === 'string' ? { error, code } : null
}

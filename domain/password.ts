/** The apparent strength of a password, 0 (too short) to 4; a hint while typing, never a rule. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < 8) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/, /\s/].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const score = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0) + (different >= 8 ? 1 : 0)
  return Math.max(1, Math.min(4, score)) as 1 | 2 | 3 | 4
}

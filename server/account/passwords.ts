/** How passwords are stored, and recognised again. */
export type Passwords = {
  hash: (password: string) => Promise<string>
  verify: (stored: { hash: string; password: string }) => Promise<boolean>
}

/** Those of an installation. They cost tens of milliseconds and 32 MB each on purpose; only a test hands others in. */
export const passwords: Passwords = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (stored) => (await import('better-auth/crypto')).verifyPassword(stored),
}

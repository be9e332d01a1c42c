import type { Actor } from '#domain/user.ts'

/** A program that acts with an API key of the installation (product §8), or an admin's import while it runs, which needs no session. */
export type Program = { kind: 'key' | 'import'; id: string; name: string }

/** The actor where both people and programs may act: a signed-in person or a program. */
export type By = Actor | Program

export const isProgram = (by: By): by is Program => 'kind' in by

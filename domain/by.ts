import type { Actor } from '#domain/user.ts'

/** A program that acts with an API key of the installation (product §8), or an admin's file at work, which needs no session of his. */
export type Program = { kind: 'key' | 'import'; id: string; name: string }

/** Who acts where both people and programs may: whoever is signed in, or a key. */
export type By = Actor | Program

export const isProgram = (by: By): by is Program => 'kind' in by

import { implement } from '@orpc/server'
import { publicContract } from '#contract/public/contract.ts'
import type { KeyActor } from '#domain/api-key.ts'
import type { App } from '#server/platform/app.ts'

/** What every procedure of the public API is given: the house, and the key that asks. */
export type PublicContext = { app: App; key: KeyActor }

/** As for the browser's calls, answers are not validated once more on their way out: the compiler has done that, and the tests prove it. */
export const publicOs = implement(publicContract).$context<PublicContext>().$config({ initialOutputValidationIndex: Number.NaN })

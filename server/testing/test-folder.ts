import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A new folder that goes away with the test run, also if that is killed. */
export const testFolder = (): string => mkdtempSync(join(inject('folder'), 'of-a-test-'))

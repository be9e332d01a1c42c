import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Check } from '#domain/health.ts'

export const health = {
  /** The checks of the installation, as seen from the node that answers, with the time they were made. */
  check: oc.output(z.object({ checks: z.array(Check), at: z.string() })),
}

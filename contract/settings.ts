import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EditableSettings, Settings } from '#domain/settings.ts'

export const FirstSteps = z.object({
  /** The marketplace has a name of its own, or a logo. */
  name: z.boolean(),
  /** A seller has registered or was invited. */
  sellers: z.boolean(),
  /** There was an API key or a webhook, or an order has arrived. */
  storefront: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const settings = {
  get: oc.output(Settings),
  /** Which of the first steps in a new marketplace are done. */
  firstSteps: oc.output(FirstSteps),
  /** Whether the caller has no second factor, and how many other active admins have none. */
  adminsWithoutSecondFactor: oc.output(z.object({ self: z.boolean(), others: z.int() })),
  /**
   * Changes the given settings and leaves the others; an unknown one is refused. A retention that would erase buyers at once needs
   * `erasing`, the confirmed number of orders: without it, or if there are more, it is refused as `count-unconfirmed` with `orders` and
   * `buyers`. Only an admin who has a second factor can require one of all: others are refused with `own-factor-first`.
   */
  edit: oc.input(z.object({ change: EditableSettings.partial().strict(), erasing: z.int().min(0).optional() })).output(Settings),
  /** Removes the logo; `POST /api/settings/logo` sets it. */
  removeLogo: oc.output(Settings),
}

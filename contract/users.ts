import { oc } from '@orpc/contract'
import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { PublicSettings } from '#domain/settings.ts'
import { Search } from '#domain/text.ts'
import { User } from '#domain/user.ts'

/** The signed-in person, as the browser knows him (spec §4). */
export const Me = User.extend({
  isSupport: z.boolean(),
  /** True for an admin who has to set up a second factor before anything else. */
  lacksSecondFactor: z.boolean(),
})
export type Me = z.infer<typeof Me>

export const users = {
  /** Who is asking, or null for a visitor; with what every screen needs to know. */
  me: oc.output(z.object({ user: Me.nullable(), settings: PublicSettings })),
  list: oc
    .input(
      z.object({
        search: Search.optional(),
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(User), next: z.string().nullable() })),
}

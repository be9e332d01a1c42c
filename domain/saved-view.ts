import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { type ListPath, listsOf } from '#domain/routes.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, isOneLine, line } from '#domain/text.ts'
import { roles } from '#domain/user.ts'

const max = limits.savedView.queryMax

/** The state of a list as search parameters in their alphabetical order. Only the list's own page knows their meaning, and drops what it does not know. */
const Query = z
  .string()
  .max(max, { error: say('too-long', { max }), abort: true })
  .overwrite((text) => text.replace(/^\?/, '').split('&').filter(Boolean).sort().join('&'))
  .refine(isOneLine, say('control-characters'))
  .refine((text) => text !== '', say('required'))

/** What a person saves: a list of their role, and its state under a name. A shared one is for all admins. */
export const NewSavedView = z.object({
  list: z.enum(roles.flatMap(listsOf) as [ListPath, ...ListPath[]]),
  name: line({ min: 1, max: limits.savedView.nameMax }),
  query: Query,
  shared: z.boolean(),
})
export type NewSavedView = z.infer<typeof NewSavedView>

/** A saved view, for a person who sees it. */
export const SavedView = NewSavedView.extend({ id: Id, isOwn: z.boolean() })
export type SavedView = z.infer<typeof SavedView>

const Changeable = NewSavedView.omit({ list: true })
export const SavedViewChange = Changeable.partial().strict()
export type SavedViewChange = z.infer<typeof SavedViewChange>

/** A change of a view as its author saw it; `expected` may be the whole view. */
export const SavedViewEdit = z.object({ id: Id, expected: Changeable, change: SavedViewChange })
export type SavedViewEdit = z.infer<typeof SavedViewEdit>

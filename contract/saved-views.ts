import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById } from '#contract/page.ts'
import { NewSavedView, SavedView, SavedViewEdit } from '#domain/saved-view.ts'

/** Saved views of lists (decision 38). */
export const savedViews = {
  /** The caller's own and, for admins, all shared ones, of the lists of their role; in the order of their names. */
  list: oc.output(z.array(SavedView)),
  /** Throws `too-many-views`; `not-allowed` for a list of another role, and for a seller who shares. */
  create: oc.input(NewSavedView).output(SavedView),
  /**
   * Every admin can change a shared view, but only its owner can make it private again. Throws `stale-version` if the view has changed since the caller
   * saw it.
   */
  edit: oc.input(SavedViewEdit).output(SavedView),
  delete: oc.input(ById).output(z.object({})),
}

import { actorOf, done, os } from '#server/platform/http/os.ts'
import { deleteSavedView, editSavedView } from '#server/saved-views/edit-saved-view.ts'
import { createSavedView, listSavedViews } from '#server/saved-views/saved-views.ts'

export const savedViews = os.savedViews.router({
  list: os.savedViews.list.handler(({ context }) => listSavedViews(context.app, actorOf(context))),
  create: os.savedViews.create.handler(({ context, input }) => createSavedView(context.app, actorOf(context), input)),
  edit: os.savedViews.edit.handler(({ context, input }) => editSavedView(context.app, actorOf(context), input)),
  delete: os.savedViews.delete.handler(({ context, input }) => done(deleteSavedView(context.app, actorOf(context), input.id))),
})

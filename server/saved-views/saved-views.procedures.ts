import { asPerson, done, os } from '#server/platform/http/os.ts'
import { deleteSavedView, editSavedView } from '#server/saved-views/edit-saved-view.ts'
import { createSavedView, listSavedViews } from '#server/saved-views/saved-views.ts'

export const savedViews = os.savedViews.router({
  list: os.savedViews.list.handler(asPerson(listSavedViews)),
  create: os.savedViews.create.handler(asPerson(createSavedView)),
  edit: os.savedViews.edit.handler(asPerson(editSavedView)),
  delete: os.savedViews.delete.handler(asPerson((app, actor, { id }) => done(deleteSavedView(app, actor, id)))),
})

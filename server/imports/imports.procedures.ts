import { findImport, listImports } from '#server/imports/find-import.ts'
import { cancelImport, runImport } from '#server/imports/move-import.ts'
import { asPerson, os } from '#server/platform/http/os.ts'

export const imports = os.imports.router({
  list: os.imports.list.handler(asPerson(listImports)),
  get: os.imports.get.handler(asPerson((app, actor, { id }) => findImport(app, actor, id))),
  run: os.imports.run.handler(asPerson((app, actor, { id }) => runImport(app, actor, id))),
  cancel: os.imports.cancel.handler(asPerson((app, actor, { id }) => cancelImport(app, actor, id))),
})

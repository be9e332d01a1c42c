import { findImport, listImports } from '#server/imports/find-import.ts'
import { cancelImport, runImport } from '#server/imports/move-import.ts'
import { actorOf, os } from '#server/platform/http/os.ts'

export const imports = os.imports.router({
  list: os.imports.list.handler(({ context }) => listImports(context.app, actorOf(context))),
  get: os.imports.get.handler(({ context, input }) => findImport(context.app, actorOf(context), input.id)),
  run: os.imports.run.handler(({ context, input }) => runImport(context.app, actorOf(context), input.id)),
  cancel: os.imports.cancel.handler(({ context, input }) => cancelImport(context.app, actorOf(context), input.id)),
})

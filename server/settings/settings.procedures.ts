import { actorOf, os } from '#server/os.ts'
import { editSettings } from '#server/settings/edit-settings.ts'
import { removeLogo } from '#server/settings/logo.ts'

export const settings = os.settings.router({
  get: os.settings.get.handler(async ({ context }) => {
    actorOf(context, 'admin')
    const { settings } = context.app
    await settings.refresh()
    return settings.current()
  }),
  edit: os.settings.edit.handler(({ context, input }) => editSettings(context.app, actorOf(context, 'admin'), input.change)),
  removeLogo: os.settings.removeLogo.handler(({ context }) => removeLogo(context.app, actorOf(context, 'admin'))),
})

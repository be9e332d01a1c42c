import { assertCounted } from '#server/buyers/retain-buyers.ts'
import { actorOf, os } from '#server/platform/http/os.ts'
import { editSettings } from '#server/settings/edit-settings.ts'
import { removeLogo } from '#server/settings/logo.ts'

export const settings = os.settings.router({
  get: os.settings.get.handler(async ({ context }) => {
    actorOf(context, 'admin')
    const { settings } = context.app
    await settings.refresh()
    return settings.current()
  }),
  edit: os.settings.edit.handler(({ context, input: { change, erasing } }) =>
    editSettings(context.app, actorOf(context, 'admin'), change, (tx, before) =>
      assertCounted(tx, { before: before.buyerRetentionDays, after: change.buyerRetentionDays, erasing }),
    ),
  ),
  removeLogo: os.settings.removeLogo.handler(({ context }) => removeLogo(context.app, actorOf(context, 'admin'))),
})

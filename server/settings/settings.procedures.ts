import { AppError } from '#domain/errors.ts'
import { assertCanBackUp } from '#server/backups/schedule.ts'
import { assertCounted } from '#server/buyers/retain-buyers.ts'
import { actorOf, asAdmin, forAdmins, os } from '#server/platform/http/os.ts'
import { adminsWithoutFactor } from '#server/sessions/required.ts'
import { editSettings } from '#server/settings/edit-settings.ts'
import { findFirstSteps } from '#server/settings/find-first-steps.ts'
import { removeLogo } from '#server/settings/logo.ts'
import { assertKeyAddress } from '#server/widget/public-keys.ts'

export const settings = os.settings.router({
  get: os.settings.get.handler(
    forAdmins(async ({ settings }) => {
      await settings.refresh()
      return settings.current()
    }),
  ),
  firstSteps: os.settings.firstSteps.handler(forAdmins(findFirstSteps)),
  adminsWithoutSecondFactor: os.settings.adminsWithoutSecondFactor.handler(({ context }) =>
    adminsWithoutFactor(context.app.db, actorOf(context, 'admin')),
  ),
  edit: os.settings.edit.handler(({ context, input: { change, erasing } }) => {
    const actor = actorOf(context, 'admin')
    return editSettings(context.app, actor, change, async (tx, before) => {
      const { widgetJwksUrl } = change
      if (widgetJwksUrl) assertKeyAddress(widgetJwksUrl, change.webhooksPrivate ?? before.webhooksPrivate, 'change.widgetJwksUrl')
      await assertCounted(tx, { before: before.buyerRetentionDays, after: change.buyerRetentionDays, erasing })
      const { backupEvery, backupFolder } = change
      // Without a schedule, too: "Back up now" and the command use the folder.
      if (backupFolder) await assertCanBackUp(context.app, { backupFolder })
      else if (backupEvery || backupFolder === '') await assertCanBackUp(context.app, { ...before, ...change })
      // An admin without a second factor would lock themselves out of everything but their profile.
      if (change.adminsNeedSecondFactor && !before.adminsNeedSecondFactor && (await adminsWithoutFactor(tx, actor)).self)
        throw new AppError('own-factor-first', { field: 'change.adminsNeedSecondFactor' })
    })
  }),
  removeLogo: os.settings.removeLogo.handler(asAdmin(removeLogo)),
})

import { asAdmin, forAdmins, os } from '#server/platform/http/os.ts'
import { findSecret, rotateSecret } from '#server/widget/secrets.ts'

/** The calls of the settings; those of buyers are in `widget-calls.ts`. */
export const widget = os.widget.router({
  secret: os.widget.secret.handler(forAdmins((app) => findSecret(app))),
  rotateSecret: os.widget.rotateSecret.handler(asAdmin(rotateSecret)),
})

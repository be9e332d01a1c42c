import { t } from '#web/messages/messages.ts'

export function ApprovalPage() {
  return <h1>{t('approval.title')}</h1>
}

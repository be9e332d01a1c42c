import css from '#web/approval/queue/QueuePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconPointer from '#web/ui/icons/IconPointer.tsx'

const keys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['X', 'select'],
  ['?', 'help'],
] as const

/** The right side before anything is opened: what it is for, and the keys that make a long queue short. */
export function NothingOpened({ text }: { text: string }) {
  return (
    <div className={css.nothing}>
      <EmptyState
        icon={<IconPointer size={22} />}
        title={t('approval.none.title')}
        text={
          <>
            {text}
            <span className={css.keys}>
              {keys.map(([key, name]) => (
                <span key={key}>
                  <kbd>{key}</kbd> {t(`approval.keys.short.${name}`)}
                </span>
              ))}
            </span>
          </>
        }
      />
    </div>
  )
}

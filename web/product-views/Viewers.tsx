import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/product-views/Opened.module.css'
import { usePresence } from '#web/product-views/use-presence.ts'
import IconEye from '#web/ui/icons/IconEye.tsx'

const lists = new Intl.ListFormat('en')

/** Shows which other admins have this product open (product §3), and reports this one to them. */
export function Viewers({ id }: { id: string }) {
  const others = usePresence(id)
  return (
    <p className={`${css.looking} if-filled`} aria-live="polite">
      {others.length > 0 && (
        <>
          <IconEye size={16} />
          {t('approval.viewing', { count: others.length, names: lists.format(others.map(({ name }) => name)) })}
        </>
      )}
    </p>
  )
}

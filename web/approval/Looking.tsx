import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import css from '#web/approval/Opened.module.css'
import { useLook } from '#web/approval/use-look.ts'
import { t } from '#web/messages/messages.ts'

const lists = new Intl.ListFormat('en')

/** Which other administrators have the same product open (product §3); tells them that this one has. */
export function Looking({ id }: { id: string }) {
  const others = useLook(id)
  return (
    <p className={css.looking} aria-live="polite">
      {others.length > 0 && (
        <>
          <IconEye size={16} aria-hidden />
          {t('approval.looking', { count: others.length, names: lists.format(others.map(({ name }) => name)) })}
        </>
      )}
    </p>
  )
}

import type { Typist } from '#domain/chat.ts'
import css from '#web/chats/conversation/Composer.module.css'
import { useTypists } from '#web/chats/conversation/use-typing.ts'
import { t } from '#web/platform/i18n/messages.ts'

const names = new Intl.ListFormat('en', { type: 'conjunction' })
const named = (who: readonly Typist[]) => ({ count: who.length, names: names.format(who.map(({ name }) => name)) })

/** Who is writing too; that a colleague answers already is said so that it stands out (product §7). */
export function Writing({ id, atDesk }: { id: string; atDesk: boolean }) {
  const typists = useTypists(id)
  const colleagues = atDesk ? typists.filter(({ byBuyer }) => !byBuyer) : []
  const others = typists.filter((typist) => !colleagues.includes(typist))
  return (
    <p role="status" className={css.writing}>
      {colleagues.length > 0 && <span className={css.colleague}>{t('chats.desk.answering', named(colleagues))}</span>}
      {others.length > 0 && <span>{t('chats.writing', named(others))}</span>}
    </p>
  )
}

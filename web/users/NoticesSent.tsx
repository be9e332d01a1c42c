import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { LoadedRows } from '#web/platform/loading/PagedRows.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Ago } from '#web/ui/Time.tsx'
import css from '#web/users/UserPage.module.css'

/** How many notices a page shows. */
const shown = 5

export const useNoticesSent = (id: string) => usePagedQuery(rpc.notifications.sentTo, { userId: id, limit: shown })

/** What a person was told, newest first: decisions with their reasons, orders, and messages of administrators. */
export function NoticesSent({ list }: { list: ReturnType<typeof useNoticesSent> }) {
  return (
    <LoadedRows list={list} loading={<Skeleton rows={2} />}>
      {(notices) =>
        notices.length === 0 ? (
          <p className="muted">{t('users.record.toldNothing')}</p>
        ) : (
          <ul className={`${css.notices} list ruled`}>
            {notices.map(({ id: key, message, reason, isRead, createdAt }) => (
              <li key={key}>
                <p className="breaks">{message}</p>
                {reason && <p className="muted as-written">{t('common.reasonIs', { reason })}</p>}
                <p className="aside">
                  <Dotted>
                    <Ago at={createdAt} />
                    {t(isRead ? 'users.record.read' : 'users.record.notRead')}
                  </Dotted>
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </LoadedRows>
  )
}

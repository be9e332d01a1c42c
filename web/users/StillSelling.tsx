import { Link } from '@tanstack/react-router'
import type { UserRecord } from '#contract/users.ts'
import { statusesShown } from '#web/approval/queue/queue-search.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import css from '#web/users/UsersPage.module.css'

type Props = { person: UserRecord; onAssign: () => void }

/** Why a seller cannot become an admin yet, with links to what is left and how to settle it (product §2). */
export function StillSelling({ person: { id, name, products, unarchived, openLines }, onAssign }: Props) {
  const left = statusesShown.filter((status) => status !== 'archived' && products[status] > 0)
  const creating = unarchived - left.reduce((sum, status) => sum + products[status], 0)
  return (
    <>
      <Note tone="warn">{t('users.changeRole.selling', { name })}</Note>
      <div className={`${css.effects} stack gap-6 breaks`}>
        {unarchived > 0 && (
          <p className="row gap-wide">
            {t('users.changeRole.products', { count: unarchived })}
            {left.map((status) => (
              <Link key={status} to="/admin/product-approval" search={{ seller: id, status }}>
                {products[status].toLocaleString('en')} {t(`products.status.${status}`)}
              </Link>
            ))}
            {creating > 0 && <span>{t('users.changeRole.creating', { count: creating })}</span>}
          </p>
        )}
        {openLines > 0 && (
          <p className="row gap-wide">
            {t('users.changeRole.lines', { count: openLines })}
            <Link to="/admin/orders" search={{ seller_id: id, lineStatus: 'open' }}>
              {t('users.changeRole.toOrders')}
            </Link>
          </p>
        )}
        <p>{t('users.changeRole.instead')}</p>
        {unarchived > creating && <Button onClick={onAssign}>{t('assign.title.many')}</Button>}
      </div>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { shopAndName } from '#domain/person-names.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DialogLoadError } from '#web/platform/loading/DialogLoadError.tsx'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import css from '#web/ui/OnlyOf.module.css'

const SellerDialog = lazyComponent(() => import('#web/orders/SellerDialog.tsx'), 'default', DialogLoadError)
type Props = { chosen: string | undefined; choose: (id: string | undefined) => void }

/** The filter by seller; the dialog for it is loaded when it is needed. */
export function SellerFilter({ chosen, choose }: Props) {
  const [open, setOpen] = useState(false)
  const seller = useQuery(rpc.users.get.queryOptions({ input: { id: chosen ?? '' }, enabled: chosen !== undefined }))
  const shown = chosen === undefined ? t('orders.allSellers') : seller.data ? shopAndName(seller.data) : t('orders.oneSeller')
  return (
    <div className="stack gap-6 shrinks">
      <span className="strong" aria-hidden>
        {t('orders.seller')}
      </span>
      <div className={css.chosen}>
        <Button aria-label={`${t('orders.seller')}: ${shown}`} title={shown} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className={`${css.name} ellipsis`} dir="auto">
            {shown}
          </span>
        </Button>
        {chosen !== undefined && (
          <Button look="quiet" aria-label={t('orders.allSellers')} title={t('orders.allSellers')} onClick={() => choose(undefined)}>
            <IconX size={16} />
          </Button>
        )}
      </div>
      {open && (
        <Suspense>
          <SellerDialog chosen={chosen} choose={choose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

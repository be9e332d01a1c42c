import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shopAndName } from '#domain/person-names.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import type { ActiveFilter } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import IconChevronDown from '#web/ui/icons/IconChevronDown.tsx'

const SellerDialog = lazyDialog(() => import('#web/product-views/SellerDialog.tsx'), 'default')
type Props = { of: 'orders' | 'products'; chosen: string | undefined; choose: (id: string | undefined) => void }

/** The filter by seller: its control, and the filter if it is on. The dialog is loaded when it is needed. */
export function useSellerFilter({ of, chosen, choose }: Props): { control: ReactNode; active: ActiveFilter | false } {
  const [open, setOpen] = useState(false)
  const seller = useQuery(rpc.users.get.queryOptions({ input: { id: chosen ?? '' }, enabled: chosen !== undefined, retry: false }))
  const label = t('fields.seller')
  const name = seller.data ? shopAndName(seller.data) : t('users.onlySeller.one')
  const all = t('users.onlySeller.all')
  return {
    active: chosen !== undefined && { label, name, person: seller.data, clear: () => choose(undefined) },
    control: (
      <>
        <button
          type="button"
          className={`${buttonClass()} selecting`}
          aria-label={t('common.filter', { label, name: chosen === undefined ? all : name })}
          aria-haspopup="dialog"
          data-on={chosen !== undefined || undefined}
          onClick={() => setOpen(true)}
        >
          <span className="ellipsis">{chosen === undefined ? all : name}</span>
          <IconChevronDown size={16} />
        </button>
        {open && <SellerDialog of={of} chosen={chosen} choose={choose} onClose={() => setOpen(false)} />}
      </>
    ),
  }
}

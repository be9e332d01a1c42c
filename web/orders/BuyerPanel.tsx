import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuyerCounts } from '#contract/orders.ts'
import { AddressLines } from '#web/orders/AddressLines.tsx'
import { isAdminOrder, type ShownOrder } from '#web/orders/shown-order.ts'
import { useOrderCall } from '#web/orders/use-order-call.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The buyer and the shipping address; admins also find the buyer's other orders here, and the actions on the buyer's data. */
export function BuyerPanel({ order }: { order: ShownOrder }) {
  const { buyerName, shippingAddress, erasedAt } = order
  const email = isAdminOrder(order) ? order.buyerEmail : null
  return (
    <Panel title={t('orders.columns.buyer')}>
      <div className="stack gap-12 breaks">
        {erasedAt ? (
          <Note>{t('orders.record.erased')}</Note>
        ) : (
          <>
            {shippingAddress?.recipient && <bdi>{buyerName}</bdi>}
            <div>
              {shippingAddress?.recipient && <p className="aside">{t('orders.slip.to')}</p>}
              <AddressLines buyerName={buyerName} address={shippingAddress} />
            </div>
            {!shippingAddress && <p className="aside">{t('orders.record.noAddress')}</p>}
          </>
        )}
        {email && <BuyerData email={email} />}
      </div>
    </Panel>
  )
}

/** A buyer's address and orders, and what buyers may request: an export of their data, and its erasure (product §5). */
export function BuyerData({ email }: { email: string }) {
  return (
    <>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p>
        <Link to="/admin/orders" search={{ search: email }}>
          {t('orders.record.others')}
        </Link>
      </p>
      <div className="row">
        <a href={`/api/orders/buyer.json${stringifySearch({ email })}`} download className={buttonClass()}>
          {t('orders.exportBuyer')}
        </a>
        <OpenButton dialog={(state) => <EraseDialog email={email} {...state} />}>{t('orders.erase.open')}</OpenButton>
      </div>
    </>
  )
}

type EraseProps = { email: string; open: boolean; onClose: () => void }

/** Confirms the erasure of a buyer's data; states what is erased, with the counts, and what stays. */
function EraseDialog({ email, open, onClose }: EraseProps) {
  const call = useOrderCall()
  const query = useQuery(rpc.orders.buyer.queryOptions({ input: { email }, staleTime: 0, enabled: open }))
  const waiting = query.data?.open ?? 0
  return (
    <FormDialog
      title={t('orders.erase.title')}
      open={open}
      onClose={onClose}
      submit={t('orders.erase.submit')}
      danger
      blocked={waiting > 0 ? t('orders.erase.openOrders', { count: waiting }) : null}
      send={() => call(() => client.orders.eraseBuyer({ email }))}
      report={(erased) => (isNothing(erased) ? t('orders.erase.doneNothing') : t('orders.erase.done', { what: listed(erased) }))}
    >
      <Effects email={email} query={query} />
    </FormDialog>
  )
}

const lists = new Intl.ListFormat('en')
const parts = ['orders', 'messages', 'files'] as const
const isNothing = (counts: BuyerCounts) => parts.every((part) => counts[part] === 0)
/** Such as "3 orders and one message", without what there is none of. */
const listed = (counts: BuyerCounts) =>
  lists.format(parts.filter((part) => counts[part] > 0).map((part) => t(`orders.erase.${part}`, { count: counts[part] })))

type EffectsProps = { email: string; query: UseQueryResult<BuyerCounts & { open: number }> }

function Effects({ email, query }: EffectsProps) {
  return (
    <div className="stack gap-8 ink">
      <p>{t('orders.erase.text', { email })}</p>
      <p>{t('orders.erase.remains')}</p>
      <DataState query={query} loading={<Skeleton rows={1} />}>
        {({ open, ...counts }) => (
          <>
            <p>{isNothing(counts) ? t('orders.erase.nothing') : t('orders.erase.affects', { what: listed(counts) })}</p>
            {open > 0 && <Note tone="warn">{t('orders.erase.openOrders', { count: open })}</Note>}
          </>
        )}
      </DataState>
    </div>
  )
}

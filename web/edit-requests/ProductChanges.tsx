import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { EditRequest, EditRequestDetail } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import { Difference } from '#web/edit-requests/Difference.tsx'
import { isRefusedLately, LastOutcome } from '#web/edit-requests/LastOutcome.tsx'
import { OtherValues } from '#web/edit-requests/PayloadTree.tsx'
import { WithdrawRequest } from '#web/edit-requests/WithdrawRequest.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'

type Props = {
  product: Pick<Product, 'id' | 'editRequestId' | 'status'>
  /** What stands below. It waits until the request is first loaded, so that it does not move. */
  children: ReactNode
}

/** The seller's last edit request: while it waits, live beside proposed; for some time, what was refused of it (product §4). */
export function ProductChanges({ product, children }: Props) {
  const { id, editRequestId } = product
  const list = useQuery(rpc.editRequests.list.queryOptions({ input: { product_id: id, limit: 1 } }))
  const last = useNewest(list.data?.rows, { answeredAt: list.dataUpdatedAt, get: rpc.editRequests.get })?.[0]
  const waits = last?.status === 'pending'
  const detail = useQuery(rpc.editRequests.get.queryOptions({ input: { id: last?.id ?? '' }, enabled: waits }))
  const isKnown = useRef(false)
  if (!isFirstLoad(list) && !isFirstLoad(detail)) isKnown.current = true
  if (!isKnown.current) return null
  // A request was made since the list was answered, so the listed one is no longer the last.
  const isOld = list.isFetching && editRequestId !== null && last?.id !== editRequestId
  return (
    <>
      <div className="spaced">
        {last && !isOld && waits && <Waiting request={last} detail={detail} />}
        {last && !isOld && isRefusedLately(last, product) && (
          <LastOutcome request={last} action={null}>
            {last.status === 'rejected' && t('editRequests.mine.unchanged')}
          </LastOutcome>
        )}
      </div>
      {children}
    </>
  )
}

function Waiting({ request, detail }: { request: EditRequest; detail: UseQueryResult<EditRequestDetail> }) {
  const { note, updated_at } = request
  return (
    <Panel title={t('products.waits.row')} actions={<WithdrawRequest request={request} />}>
      <div className="stack gap-20 joined">
        <div className="stack gap-8">
          <p className="muted">
            {t('editRequests.mine.lead')} {t('editRequests.asked')} <Ago at={updated_at} />.
          </p>
          {note && <p className="quote breaks">{note}</p>}
        </div>
        <DataState query={detail}>
          {(data) => (
            <>
              <Difference request={data} />
              <OtherValues request={data} />
            </>
          )}
        </DataState>
      </div>
    </Panel>
  )
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { EditRequest, EditRequestDetail } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import { Difference } from '#web/edit-requests/Difference.tsx'
import { EditStatusTag } from '#web/edit-requests/EditStatusTag.tsx'
import { FieldOutcome } from '#web/edit-requests/FieldVerdict.tsx'
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
  product: Pick<Product, 'id' | 'editRequestId'>
  /** What stands below. It waits until the request is first loaded, so that it does not move. */
  children: ReactNode
}

/** The seller's last edit request: live beside proposed, and its outcome (product §4). */
export function ProductChanges({ product: { id, editRequestId }, children }: Props) {
  const list = useQuery(rpc.editRequests.list.queryOptions({ input: { product_id: id, limit: 1 } }))
  const last = useNewest(list.data?.rows, { answeredAt: list.dataUpdatedAt, get: rpc.editRequests.get })?.[0]
  const detail = useQuery(rpc.editRequests.get.queryOptions({ input: { id: last?.id ?? '' }, enabled: last !== undefined }))
  const isKnown = useRef(false)
  if (!isFirstLoad(list) && !isFirstLoad(detail)) isKnown.current = true
  if (!isKnown.current) return null
  // A request was made since the list was answered, so the listed one is no longer the last.
  const isOld = list.isFetching && editRequestId !== null && last?.id !== editRequestId
  return (
    <>
      <div className="spaced">{last && !isOld && <Request request={last} detail={detail} />}</div>
      {children}
    </>
  )
}

function Request({ request, detail }: { request: EditRequest; detail: UseQueryResult<EditRequestDetail> }) {
  const { status, note, rejectionReason, decidedAt, updated_at } = request
  const waits = status === 'pending'
  return (
    <Panel
      title={t(waits ? 'editRequests.mine.waiting' : 'editRequests.mine.last')}
      actions={waits && <WithdrawRequest request={request} />}
    >
      <div className="stack gap-20 joined">
        <p className="line muted">
          <EditStatusTag status={status} /> <Ago at={decidedAt ?? updated_at} />
        </p>
        {note && <p className="as-written">{note}</p>}
        {status === 'rejected' && rejectionReason && <p className="as-written">{rejectionReason}</p>}
        <DataState query={detail}>
          {(data) => (
            <>
              <Difference request={data}>
                {(field) => <FieldOutcome decision={data.decisions.find((one) => one.field === field)} />}
              </Difference>
              <OtherValues request={data} />
            </>
          )}
        </DataState>
      </div>
    </Panel>
  )
}

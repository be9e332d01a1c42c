import { useQuery } from '@tanstack/react-query'
import type { EditRequest } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import { Difference } from '#web/edit-requests/Difference.tsx'
import { EditStatusTag } from '#web/edit-requests/EditStatusTag.tsx'
import { FieldOutcome } from '#web/edit-requests/FieldVerdict.tsx'
import { OtherValues } from '#web/edit-requests/PayloadTree.tsx'
import { WithdrawRequest } from '#web/edit-requests/WithdrawRequest.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The seller's last edit request: live beside proposed, and its outcome (product §4). */
export function ProductChanges({ product }: { product: Pick<Product, 'id' | 'editRequestId'> }) {
  const { id, editRequestId } = product
  const { data, dataUpdatedAt, isFetching } = useQuery(rpc.editRequests.list.queryOptions({ input: { product_id: id, limit: 1 } }))
  const last = useNewest(data?.rows, { answeredAt: dataUpdatedAt, get: rpc.editRequests.get })?.[0]
  // A request was made since the list was answered, so the listed one is no longer the last.
  if (isFetching && editRequestId !== null && last?.id !== editRequestId) return null
  return last ? <Request request={last} /> : null
}

function Request({ request }: { request: EditRequest }) {
  const { id, status, note, rejectionReason, decidedAt, updated_at } = request
  const detail = useQuery(rpc.editRequests.get.queryOptions({ input: { id } }))
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

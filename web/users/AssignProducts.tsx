import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { lazyDialog } from '#web/platform/loading/lazy-dialog.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import type { Assignable } from '#web/product-views/AssignDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { OpenButton } from '#web/ui/OpenButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const AssignDialog = lazyDialog(() => import('#web/product-views/AssignDialog.tsx'), 'default')

/** All products of a person that can be assigned. */
async function productsOf(userId: string): Promise<Assignable[]> {
  const all: Assignable[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await client.products.list({ userId, limit: limits.page.sizeMax, ...(cursor && { cursor }) })
    all.push(...rows)
    cursor = next ?? undefined
  } while (cursor)
  return all
}

type Props = { userId: string; onClose: () => void }

/** Assigns the products of a person to another seller, once they are loaded (product §2). */
export function AssignProducts({ userId, onClose }: Props) {
  const products = useQuery({
    queryKey: [...rpc.products.key(), 'assignable', userId],
    queryFn: () => productsOf(userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!products.data) {
    return (
      <Dialog title={t('assign.title.many')} onClose={onClose}>
        <DataState query={products} loading={<Skeleton rows={4} />}>
          {() => null}
        </DataState>
      </Dialog>
    )
  }
  return <AssignDialog products={products.data} several onClose={onClose} />
}

/** The button that opens it. */
export const AssignProductsButton = ({ userId }: Pick<Props, 'userId'>) => (
  <OpenButton dialog={({ open, onClose }) => open && <AssignProducts {...{ userId, onClose }} />}>{t('assign.title.many')}</OpenButton>
)

import { useEffect } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import type { ShownProduct } from '#web/products/form/shown-product.ts'
import type { FormState } from '#web/products/form/use-form-state.ts'
import type { SaveProduct } from '#web/products/form/use-save-product.ts'
import { toast } from '#web/ui/toasts.ts'

/** Keeps an open form on what the server has: silently where nothing typed is touched, otherwise the seller is asked. */
export function useFollow(fresh: ShownProduct | null, form: FormState, saving: SaveProduct) {
  const known = form.base
  const isFresher = fresh !== null && known !== null && saving.busy === null && stamp(fresh) !== stamp(known) && !isOlder(fresh, known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a fresher product is a reason to look again
  useEffect(() => {
    if (!isFresher) return
    const clashes = form.clashesWith(fresh)
    if (clashes.length > 0) return saving.setMeanwhile({ fresh, clashes })
    saving.restOn(fresh)
    if (fresh.status !== known.status) toast(t('products.nowStatus', { status: t(`products.status.${fresh.status}`).toLowerCase() }))
  }, [isFresher, fresh])
}

const stamp = ({ updated_at, updatedAt, version, unfinished, request }: ShownProduct) =>
  [updated_at, updatedAt, version, unfinished, request?.id, request?.version].join(' ')

/** An answer that was on its way while the form saved must not turn it back. */
const isOlder = (one: ShownProduct, other: ShownProduct) => one.updated_at < other.updated_at || one.updatedAt < other.updatedAt

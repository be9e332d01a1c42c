import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconFileDescription from '@tabler/icons-react/dist/esm/icons/IconFileDescription.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import IconZoomQuestion from '@tabler/icons-react/dist/esm/icons/IconZoomQuestion.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { DataState } from '#web/app/DataState.tsx'
import { problemOf } from '#web/app/problem.ts'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/approval/OpenedProduct.module.css'
import { Review } from '#web/approval/Review.tsx'
import type { Decision } from '#web/approval/take-decision.ts'
import { useIsOld } from '#web/approval/use-is-old.ts'
import { usePrefetch } from '#web/approval/use-prefetch.ts'
import { t } from '#web/messages/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

type Props = {
  id: string
  /** The bulk decision that holds it at the moment. */
  bulk: BulkDecision | undefined
  /** What is read next, in order: it is brought here meanwhile. */
  ahead: readonly string[]
  /** False where the address alone opened it: then the focus is the heading's. */
  takesFocus: boolean
  previousId: string | undefined
  nextId: string | undefined
  onOpen: (id: string | undefined) => void
  onSeller: (seller: string) => void
  decide: (decision: Decision) => void
}

/** One product with all that a decision needs; in the place of the list where the window is narrow. */
export default function OpenedProduct({ id, bulk, ahead, takesFocus, previousId, nextId, onOpen, onSeller, decide }: Props) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  const isOld = useIsOld(product)
  const place = useRef<HTMLElement>(null)
  usePrefetch(ahead)
  useEffect(() => {
    if (takesFocus) place.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const onClose = () => onOpen(undefined)
  const gone = product.isError && problemOf(product.error).code === 'not-found'
  return (
    <section ref={place} className={css.panel} aria-label={t('approval.panel')} tabIndex={-1}>
      <header className={css.bar}>
        <button type="button" className={css.back} onClick={onClose}>
          <IconArrowLeft size={18} aria-hidden />
          {t('approval.back')}
        </button>
        <div className={css.steps}>
          <Link
            to="/admin/products/$id"
            params={{ id }}
            className={css.step}
            aria-label={t('approval.fullRecord')}
            title={t('approval.fullRecord')}
          >
            <IconFileDescription size={18} aria-hidden />
          </Link>
          <Step
            label={t('approval.previous')}
            icon={<IconChevronUp size={18} aria-hidden />}
            act={previousId === undefined ? undefined : () => onOpen(previousId)}
          />
          <Step
            label={t('approval.next')}
            icon={<IconChevronDown size={18} aria-hidden />}
            act={nextId === undefined ? undefined : () => onOpen(nextId)}
          />
          <span className={css.close}>
            <Step label={t('approval.close')} icon={<IconX size={18} aria-hidden />} act={onClose} />
          </span>
        </div>
      </header>
      {gone ? (
        <EmptyState icon={<IconZoomQuestion size={22} />} title={t('approval.notFound.title')} text={t('approval.notFound.text')} />
      ) : (
        <DataState query={product}>
          {(data) => <Review product={data} isOld={isOld} bulk={bulk} onSeller={onSeller} onDecide={decide} />}
        </DataState>
      )}
    </section>
  )
}

function Step({ label, icon, act }: { label: string; icon: React.ReactNode; act: (() => void) | undefined }) {
  return (
    <button type="button" className={css.step} aria-label={label} title={label} disabled={!act} onClick={act}>
      {icon}
    </button>
  )
}

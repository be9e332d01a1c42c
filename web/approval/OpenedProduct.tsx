import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import IconZoomQuestion from '@tabler/icons-react/dist/esm/icons/IconZoomQuestion.mjs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DataState } from '#web/app/DataState.tsx'
import { problemOf } from '#web/app/problem.ts'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/approval/OpenedProduct.module.css'
import { Review } from '#web/approval/Review.tsx'
import { usePrefetch } from '#web/approval/use-prefetch.ts'
import { t } from '#web/messages/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

type Props = {
  id: string
  nextId: string | undefined
  /** False where the address alone opened it: then the focus is the heading's. */
  takeFocus: boolean
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  onSeller: (seller: string) => void
  /** Where to go on after a decision, best first; asked before the decision, when the list still has this product. */
  candidates: () => string[]
  onDecided: (candidates: readonly string[]) => void
}

/** One product with all that a decision needs; in the place of the list where the window is narrow. */
export function OpenedProduct({ id, nextId, takeFocus, onPrevious, onNext, onClose, onSeller, candidates, onDecided }: Props) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  // What was kept from an earlier look is not what is read now: reading begins with the first fresh answer.
  const [keptIsOld] = useState(product.isStale)
  const isKept = keptIsOld && !product.isFetchedAfterMount
  const place = useRef<HTMLElement>(null)
  usePrefetch(nextId)
  useEffect(() => {
    if (takeFocus) place.current?.focus({ preventScroll: true })
  }, [takeFocus])
  const gone = product.isError && problemOf(product.error).code === 'not-found'
  return (
    <section ref={place} className={css.panel} aria-label={t('approval.panel')} tabIndex={-1}>
      <header className={css.bar}>
        <button type="button" className={css.back} onClick={onClose}>
          <IconArrowLeft size={18} aria-hidden />
          {t('approval.back')}
        </button>
        <div className={css.steps}>
          <Step label={t('approval.previous')} icon={<IconChevronUp size={18} aria-hidden />} act={onPrevious} />
          <Step label={t('approval.next')} icon={<IconChevronDown size={18} aria-hidden />} act={onNext} />
          <span className={css.close}>
            <Step label={t('approval.close')} icon={<IconX size={18} aria-hidden />} act={onClose} />
          </span>
        </div>
      </header>
      {gone ? (
        <EmptyState icon={<IconZoomQuestion size={22} />} title={t('approval.notFound.title')} text={t('approval.notFound.text')} />
      ) : (
        <DataState query={product}>
          {(data) => (
            <Review key={isKept ? 'kept' : 'fresh'} product={data} onSeller={onSeller} candidates={candidates} onDecided={onDecided} />
          )}
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

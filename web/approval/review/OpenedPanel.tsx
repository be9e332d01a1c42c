import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import type { Triage } from '#web/approval/queue/use-triage.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import css from '#web/product-views/Opened.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconArrowLeft from '#web/ui/icons/IconArrowLeft.tsx'
import IconChevronDown from '#web/ui/icons/IconChevronDown.tsx'
import IconChevronUp from '#web/ui/icons/IconChevronUp.tsx'
import IconFileDescription from '#web/ui/icons/IconFileDescription.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import IconZoomQuestion from '#web/ui/icons/IconZoomQuestion.tsx'
import { pageHasKeys } from '#web/ui/use-keys.ts'
import { whyProps } from '#web/ui/why-props.ts'

type Props<Item> = {
  label: string
  /** The id of the product that the link to product details opens; null for no link. */
  productId: string | null
  triage: Pick<Triage, 'takesFocus' | 'isListed' | 'previousId' | 'goNext' | 'open'>
  query: ComponentProps<typeof DataState<Item>>['query']
  /** Shown if it was deleted. */
  gone: { title: string; text: string }
  children: (item: Item) => ReactNode
}

/** The opened item of a queue with its navigation. On a narrow window it replaces the list. */
export function OpenedPanel<Item>({ label, productId, triage, query, gone, children }: Props<Item>) {
  const { takesFocus, isListed, previousId, goNext, open } = triage
  const place = useRef<HTMLElement>(null)
  // If the address alone opened it, the heading has the focus. A field in which a person types keeps it.
  useEffect(() => {
    if (takesFocus && pageHasKeys()) place.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const onClose = () => open(undefined)
  const isGone = query.isError && problemOf(query.error).code === 'not-found'
  return (
    <section ref={place} className={`${css.panel} column card`} aria-label={label} tabIndex={-1}>
      <header className={`${css.bar} line fixed`}>
        <button type="button" className={`${css.back} icon-button tall-touch hovers`} onClick={onClose}>
          <IconArrowLeft size={18} />
          {t('approval.back')}
        </button>
        <div className="line gap-2 push">
          {productId !== null && !isGone && (
            <Link
              to="/admin/products/$id"
              params={{ id: productId }}
              className={`${css.step} icon-button tall-touch faint hovers`}
              aria-label={t('approval.fullRecord')}
              title={t('approval.fullRecord')}
            >
              <IconFileDescription size={18} />
            </Link>
          )}
          <Step
            label={t('approval.keys.does.previous')}
            icon={<IconChevronUp size={18} />}
            why={previousId === undefined ? t(isListed ? 'approval.noPrevious' : 'approval.notListed') : null}
            act={() => open(previousId)}
          />
          <Step
            label={t('approval.keys.does.next')}
            icon={<IconChevronDown size={18} />}
            why={goNext ? null : t(isListed ? 'approval.noNext' : 'approval.notListed')}
            act={() => goNext?.()}
          />
          <span className={css.close}>
            <Step label={t('common.close')} icon={<IconX size={18} />} act={onClose} />
          </span>
        </div>
      </header>
      {isGone ? <EmptyState icon={IconZoomQuestion} {...gone} /> : <DataState query={query}>{children}</DataState>}
    </section>
  )
}

type StepProps = { label: string; icon: ReactNode; act: () => void; why?: string | null }

function Step({ label, icon, act, why = null }: StepProps) {
  return (
    <button type="button" className={`${css.step} icon-button tall-touch faint hovers`} {...whyProps(label, why, act)}>
      {icon}
    </button>
  )
}

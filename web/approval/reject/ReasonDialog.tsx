import { type ComponentProps, useRef } from 'react'
import { shopAndName } from '#domain/person-names.ts'
import type { Product } from '#domain/product.ts'
import { RejectOne } from '#web/approval/reject/RejectOne.tsx'
import { movesFor } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Props = Omit<ComponentProps<typeof RejectOne>, 'title' | 'about' | 'draftKey' | 'open' | 'movedOn'> & {
  product: Product
  /** The move that a reason is asked for; null while the dialog is closed. */
  asking: 'reject' | 'takeDown' | null
}

/** Asks for the reason of a rejection or take-down. */
export function ReasonDialog({ product: { id, title, seller, status }, asking, ...rest }: Props) {
  // While the dialog closes, it keeps its text.
  const last = useRef(asking)
  if (asking) last.current = asking
  const move = last.current
  if (!move) return null
  return (
    <RejectOne
      {...rest}
      title={t(`approval.dialog.${move}`)}
      about={t('approval.dialog.about', { seller: seller ? shopAndName(seller) : t('approval.noSeller'), title })}
      draftKey={id}
      open={asking !== null}
      movedOn={movesFor(status).includes(move) ? null : t(`approval.itIs.${status}`)}
    />
  )
}

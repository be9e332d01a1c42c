import type { ComponentProps } from 'react'
import { shopAndName } from '#domain/person-names.ts'
import type { Product } from '#domain/product.ts'
import { RejectOne } from '#web/approval/reject/RejectOne.tsx'
import { movesFor } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'

type Props = Omit<ComponentProps<typeof RejectOne>, 'title' | 'about' | 'draftKey' | 'movedOn'> & {
  product: Product
  /** The move that the reason is for. */
  move: 'reject' | 'takeDown'
}

/** Asks for the reason of a rejection or take-down. */
export const ReasonDialog = ({ product: { id, title, seller, status }, move, ...rest }: Props) => (
  <RejectOne
    {...rest}
    title={t(`approval.dialog.${move}`)}
    about={t('approval.dialog.about', { seller: seller ? shopAndName(seller) : t('approval.noSeller'), title })}
    draftKey={id}
    movedOn={movesFor(status).includes(move) ? null : t(`approval.itIs.${status}`)}
  />
)

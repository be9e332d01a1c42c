import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { Product } from '#domain/product.ts'
import css from '#web/approval/OpenedProduct.module.css'
import type { DecisionState } from '#web/approval/use-decision.ts'
import { type Decision, decisionsFor, whyNotDecide } from '#web/approval/why-not.ts'
import { t } from '#web/messages/messages.ts'
import { useActor } from '#web/products/use-actor.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = { product: Product; isUnread: boolean; decision: DecisionState; onApprove: () => void; onReject: () => void }

/** The two buttons that everything here is for, always in sight; a disabled one says why. */
export function DecisionBar({ product, isUnread, decision, onApprove, onReject }: Props) {
  const actor = useActor()
  const open = decisionsFor(product)
  if (open.length === 0) return <footer className={css.foot}>{t(`approval.whyNothing.${product.status}`)}</footer>
  const why = (name: Decision) => whyNotDecide(actor, name, product) ?? (name === 'approve' && isUnread ? t('approval.unreadWhy') : null)
  const sentences = [...new Set(open.map(why).filter((sentence) => sentence !== null))]
  return (
    <footer className={css.foot}>
      {sentences.length > 0 && (
        <p id="why-not" className={css.why}>
          {sentences.join(' ')}
        </p>
      )}
      <div className={css.decisions}>
        {open.includes('reject') && (
          <Button
            icon={<IconX size={16} aria-hidden />}
            aria-disabled={why('reject') !== null || undefined}
            aria-describedby={why('reject') ? 'why-not' : undefined}
            onClick={() => why('reject') === null && onReject()}
          >
            {t('approval.reject')}
          </Button>
        )}
        <Button
          look="primary"
          icon={<IconCheck size={16} aria-hidden />}
          busy={decision.isApproving}
          aria-disabled={why('approve') !== null || undefined}
          aria-describedby={why('approve') ? 'why-not' : undefined}
          // The second half of a double click was meant for the product before, whose place this one took.
          onClick={({ detail }) => detail < 2 && why('approve') === null && onApprove()}
        >
          {t('approval.approve')}
        </Button>
      </div>
    </footer>
  )
}

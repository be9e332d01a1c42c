import { Link } from '@tanstack/react-router'
import type { BulkDecision, BulkResult } from '#domain/bulk-decision.ts'
import css from '#web/approval/Bulk.module.css'
import { t } from '#web/messages/messages.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = { bulk: BulkDecision; open: boolean; onClose: () => void }

/** What became of each product of a bulk decision; what was refused comes first, with why. */
export default function BulkResults({ bulk: { decision, results }, open, onClose }: Props) {
  const refused = results.filter(({ code }) => code !== null)
  const done = results.filter(({ code }) => code === null)
  return (
    <Dialog title={t('approval.bulk.results')} open={open} onClose={onClose}>
      <div className={css.results}>
        {refused.length > 0 && (
          <section>
            <h3>{t('approval.bulk.refused', { count: refused.length })}</h3>
            {refused.every(cameTooLate) && <p className={css.about}>{t('approval.bulk.refusedWhy')}</p>}
            <Items results={refused} />
          </section>
        )}
        {done.length > 0 && (
          <section>
            <h3>{t(`approval.bulk.done.${decision}`, { count: done.length })}</h3>
            <Items results={done} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

/** It was decided on what stood there before; opening it again helps. */
const cameTooLate = ({ code }: BulkResult) => code === 'stale-version' || code === 'already-decided'

function Items({ results }: { results: readonly BulkResult[] }) {
  return (
    <ul className={css.items}>
      {results.map(({ id, title, code, message }) => (
        <li key={id}>
          {code === 'not-found' ? (
            title
          ) : (
            <Link to="/admin/products/$id" params={{ id }}>
              {title}
            </Link>
          )}
          {message && <p>{message}</p>}
        </li>
      ))}
    </ul>
  )
}

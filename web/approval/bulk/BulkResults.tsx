import { Link } from '@tanstack/react-router'
import type { BulkDecision, BulkNoun, BulkResult } from '#domain/bulk-decision.ts'
import css from '#web/approval/bulk/Bulk.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = { bulk: BulkDecision; onClose: () => void }

/** The result of each item of a bulk decision. Refusals come first, each with its reason. */
export default function BulkResults({ bulk: { noun, decision, results }, onClose }: Props) {
  const refused = results.filter(({ code }) => code !== null)
  const done = results.filter(({ code }) => code === null)
  return (
    <Dialog title={t(`approval.bulk.of.${noun}.results`)} onClose={onClose}>
      <div className="stack gap-20 ink">
        {refused.length > 0 && (
          <section>
            <h3>{t('approval.bulk.refused', { count: refused.length })}</h3>
            {refused.every(hadChanged) && <p className="muted">{t('approval.bulk.refusedWhy')}</p>}
            <Items noun={noun} results={refused} />
          </section>
        )}
        {done.length > 0 && (
          <section>
            <h3>{t(`approval.bulk.done.${decision}`, { count: done.length })}</h3>
            <Items noun={noun} results={done} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

/** The item had changed since it was selected; opening it again helps. */
const hadChanged = ({ code }: BulkResult) => code === 'stale-version' || code === 'already-decided'

function Items({ noun, results }: { noun: BulkNoun; results: readonly BulkResult[] }) {
  return (
    <ul className="list stack gap-8 below">
      {results.map(({ id, title, code, message }) => (
        <li key={id} className={`${css.item} boxed holds`}>
          {code === 'not-found' ? title : <ItemLink noun={noun} id={id} title={title} />}
          {message && <p className="aside">{message}</p>}
        </li>
      ))}
    </ul>
  )
}

function ItemLink({ noun, id, title }: { noun: BulkNoun; id: string; title: string }) {
  if (noun === 'editRequests') {
    return (
      <Link to="/admin/edit-requests" search={{ request: id }} className="covers">
        {title}
      </Link>
    )
  }
  return (
    <Link to="/admin/products/$id" params={{ id }} className="covers">
      {title}
    </Link>
  )
}

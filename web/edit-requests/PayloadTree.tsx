import { type EditRequestDetail, otherValues } from '#domain/edit-request.ts'
import css from '#web/edit-requests/PayloadTree.module.css'
import { t } from '#web/platform/i18n/messages.ts'

/** A deeper or longer tree is unreadable: the rest is shown as JSON. */
const depthMax = 6
const treeMax = 20_000

/** The part of the payload that proposes no field, folded. If no field is proposed, all of the payload (product §4). */
export function OtherValues({ request: { payload, fields } }: { request: Pick<EditRequestDetail, 'payload' | 'fields'> }) {
  if (fields.length === 0) return <PayloadTree payload={payload} />
  const others = otherValues(payload, fields)
  const count = Object.keys(others).length
  if (count === 0) return null
  return (
    <details className={css.other}>
      <summary>{t('editRequests.other', { count })}</summary>
      <p className="muted breaks">{t('editRequests.otherHint')}</p>
      <Values value={others} />
    </details>
  )
}

/** A payload that Backstall does not understand, as plain text alone. */
function PayloadTree({ payload }: { payload: unknown }) {
  return (
    <section className={`${css.payload} stack gap-10`} aria-label={t('editRequests.sent')}>
      <h3>{t('editRequests.sent')}</h3>
      <Values value={payload} />
    </section>
  )
}

function Values({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? ''
  if (text.length <= treeMax) return <Tree value={value} depth={0} />
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
  return <pre tabIndex={0}>{text}</pre>
}

function Tree({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value !== 'object' || value === null) return <bdi className="as-written">{textOf(value)}</bdi>
  const entries = Object.entries(value)
  if (entries.length === 0 || depth >= depthMax) return <bdi className="as-written">{JSON.stringify(value)}</bdi>
  return (
    <ul className={`${css.tree} list stack gap-4`}>
      {entries.map(([key, inner]) => (
        <li key={key}>
          <span className="muted breaks">
            <bdi>{key}</bdi>:
          </span>{' '}
          <Tree value={inner} depth={depth + 1} />
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown) => (value === '' || value === null || value === undefined ? t('editRequests.nothing') : String(value))

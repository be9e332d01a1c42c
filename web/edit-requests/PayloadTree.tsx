import css from '#web/edit-requests/PayloadTree.module.css'
import { t } from '#web/messages/messages.ts'

/** Deeper or longer than this a tree helps nobody: the rest is shown as it was sent. */
const depthMax = 6
const treeMax = 20_000

/** What somebody sent that is not understood, as it is and as text alone (product §4). */
export function PayloadTree({ payload }: { payload: unknown }) {
  const text = JSON.stringify(payload, null, 2) ?? ''
  return (
    <section className={css.payload} aria-label={t('editRequests.payload')}>
      <h3>{t('editRequests.payload')}</h3>
      {/* The focus reaches what scrolls. */}
      {text.length > treeMax ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        <pre tabIndex={0}>{text}</pre>
      ) : (
        <Tree value={payload} depth={0} />
      )}
    </section>
  )
}

function Tree({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value !== 'object' || value === null) return <span className={css.value}>{textOf(value)}</span>
  const entries = Object.entries(value)
  if (entries.length === 0 || depth >= depthMax) return <span className={css.value}>{JSON.stringify(value)}</span>
  return (
    <ul className={css.tree}>
      {entries.map(([key, inner]) => (
        <li key={key}>
          <span className={css.key}>{key}:</span> <Tree value={inner} depth={depth + 1} />
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown) => (value === '' || value === null || value === undefined ? t('editRequests.nothing') : String(value))

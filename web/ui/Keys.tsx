import css from '#web/ui/Keys.module.css'

/** The keys of a page, as labelled on a keyboard, each with what it does. */
export type KeyLine = readonly [keys: readonly string[], does: string]

/** Lists keys in a dialog; `title` stands above if only a part of the page has them. */
export function Keys({ lines, title }: { lines: readonly KeyLine[]; title?: string }) {
  return (
    <>
      {title && <h3 className={css.where}>{title}</h3>}
      <dl className={`${css.keys} stack gap-8 ink`}>
        {lines.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

import { useDeferredValue, useState } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { Description } from '#web/product-views/Description.tsx'

/** A description as it will be shown, below its Markdown. It follows the text while that is typed. */
export function DescriptionPreview({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const shown = useDeferredValue(text)
  return (
    <details className="below small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('products.form.preview')}</summary>
      {open && (
        <div className="boxed breaks" style={{ marginTop: 8, padding: '12px 16px' }}>
          <Description text={shown} />
        </div>
      )}
    </details>
  )
}

import { useState } from 'react'
import { Dotted } from '#web/platform/Dotted.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList, fileList } from '#web/platform/i18n/product-fields.ts'
import css from '#web/products/form/ProductForm.module.css'
import { hasImages, mayHaveImages } from '#web/products/form/unsaved-input.ts'
import type { FormState } from '#web/products/form/use-form-state.ts'
import type { UnsavedInputState } from '#web/products/form/use-unsaved-input.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Ago } from '#web/ui/Time.tsx'

/** The server keeps images that no product names for one day (ms). */
const keptMs = 24 * 60 * 60 * 1000

/** After a reload the browser scrolls to where the form was: the fields would look empty, and the offer stay above. */
const intoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

/** The offer to continue with unsaved input, or to start afresh. */
export function UnsavedInputNote({
  form,
  unsavedInput,
  busy,
  onChosen,
}: {
  form: FormState
  unsavedInput: UnsavedInputState
  /** While the form is saved, nothing can be chosen. */
  busy: boolean
  onChosen: () => void
}) {
  const { offer } = unsavedInput
  const [waits, setWaits] = useState(false)
  if (!offer) return null
  const isKept = hasImages(offer) && Date.now() - offer.at < keptMs
  const fields = mayHaveImages(offer) && isKept ? ([...offer.names, 'images'] as const) : offer.names
  const unfinished = offer.unfinished?.map(({ name }) => name) ?? []
  const startAfresh = () => {
    unsavedInput.startAfresh()
    onChosen()
  }
  const goOn = async () => {
    setWaits(true)
    const goesOn = await unsavedInput.goOn()
    setWaits(false)
    if (goesOn) onChosen()
  }
  return (
    <div ref={intoView} className="stack gap-12 spaced">
      <Note
        tone="warn"
        action={
          <div className={`${css.buttons} row push`}>
            <Button disabled={busy || waits} onClick={startAfresh}>
              {t('products.unsavedInput.startAfresh')}
            </Button>
            <Button look="primary" disabled={busy} busy={waits} onClick={goOn}>
              {t('products.unsavedInput.goOn')}
            </Button>
          </div>
        }
      >
        <Dotted>
          <strong className="bold">{t('products.unsavedInput.title')}</strong>
          <Ago at={new Date(offer.at).toISOString()} />
        </Dotted>
        {fields.length > 0 && <p>{t('products.unsavedInput.fields', { fields: fieldList(fields) })}</p>}
        {offer.version !== null && form.base && offer.version !== form.base.version && <p>{t('products.unsavedInput.movedOn')}</p>}
        {offer.clashes.length > 0 && <p>{t('products.changedMeanwhile.clashes', { fields: fieldList(offer.clashes) })}</p>}
        {offer.pictures && !isKept && <p>{t('products.unsavedInput.pictures')}</p>}
        {isKept && mayHaveImages(offer) && <p>{t('products.unsavedInput.uploaded')}</p>}
        {isKept && unfinished.length > 0 && <p>{t('products.unsavedInput.unfinished', { names: fileList(unfinished) })}</p>}
      </Note>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldList } from '#web/platform/i18n/product-fields.ts'
import { lastSearch } from '#web/platform/queries/list-memory.ts'
import { MeanwhileNote } from '#web/products/form/FormNotes.tsx'
import css from '#web/products/form/ProductForm.module.css'
import type { FormState, Way } from '#web/products/form/use-form-state.ts'
import type { SaveKind, SaveProduct } from '#web/products/form/use-save-product.ts'
import type { Picture } from '#web/products/pictures/picture.ts'
import type { Pictures } from '#web/products/pictures/pictures.ts'
import { usePictures } from '#web/products/pictures/use-pictures.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import progress from '#web/ui/ProgressBar.module.css'

type Props = { form: FormState; saving: SaveProduct; pictures: Pictures }

/** The foot of the form: progress, the result of saving, and the buttons that the status allows (product §9). */
export function FormActions({ form, saving, pictures }: Props) {
  const shown = usePictures(pictures)
  const { busy } = saving
  return (
    <div className={`${css.actions} stack gap-10 topped foot-bar`}>
      {form.base && <MeanwhileNote saving={saving} base={form.base} />}
      <Ended form={form} saving={saving} pictures={shown} />
      <div className={`${css.row} row center between`}>
        {busy ? <Progress pictures={shown} onStop={() => pictures.stop()} /> : <State form={form} />}
        <div className={`${css.buttons} row push spread-narrow`}>
          {/* In a narrow window the link above the form is enough. */}
          {!busy && (
            <Link
              to="/seller/products"
              search={lastSearch('/seller/products')}
              resetScroll={false}
              className={`${buttonClass('quiet')} ${isCreation(form, saving) ? '' : 'wide-only'}`}
            >
              {t(isCreation(form, saving) ? 'products.form.leaveForLater' : 'common.cancel')}
            </Link>
          )}
          {buttonsFor(form, saving).map(({ kind, label, main }) => (
            <Button
              key={kind}
              look={main ? 'primary' : 'plain'}
              busy={busy === kind}
              disabled={busy !== null && busy !== kind}
              onClick={() => void saving.save(kind)}
            >
              {t(`products.form.${label}`)}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}

type ButtonFor = { kind: SaveKind; label: 'saveDraft' | 'submit' | 'saveChanges'; main: boolean }

/** A creation that has begun continues with the same button; otherwise the status decides. */
function buttonsFor({ base }: FormState, { last, isNew }: SaveProduct): ButtonFor[] {
  if (base && isNew && last) return [{ kind: last, label: last === 'draft' ? 'saveDraft' : 'submit', main: true }]
  if (base?.unfinished && base.status === 'pending') return [{ kind: 'submit', label: 'submit', main: true }]
  if (base && base.status !== 'draft' && base.status !== 'rejected') return [{ kind: 'change', label: 'saveChanges', main: true }]
  return [
    { kind: 'draft', label: 'saveDraft', main: false },
    { kind: 'submit', label: 'submit', main: true },
  ]
}

function Progress({ pictures, onStop }: { pictures: readonly Picture[]; onStop: () => void }) {
  const total = pictures.length
  const done = pictures.filter(({ phase }) => phase === 'stored').length
  if (done === total) return <span className="aside">{t('products.form.saving')}</span>
  const share = pictures.reduce((sum, { progress }) => sum + progress, 0) / total
  const label = t('products.images.progress', { done, total })
  return (
    <div className={`${css.progress} row center`}>
      <span className="aside" aria-live="polite">
        {label}
      </span>
      <progress className={`${progress.bar} ${css.bar}`} aria-label={label} max={1} value={share} />
      <Button onClick={onStop}>{t('products.images.stop')}</Button>
    </div>
  )
}

function State({ form }: { form: FormState }) {
  const wrong = Object.keys(form.problems).length
  if (wrong > 0) return <span className="bad strong">{t('products.form.problems', { count: wrong })}</span>
  if (form.base?.status === 'approved' && form.changed.length > 0) return <Ways form={form} />
  if (form.changed.length > 0 || form.changedNote !== undefined) return <span className="aside wide-only">{t('settings.unsaved')}</span>
  return form.base && <span className="aside wide-only">{t('products.form.allSaved')}</span>
}

/** The changes that apply at once, and those that go to review. */
function Ways({ form }: { form: FormState }) {
  const of = (...ways: (Way | null)[]) => form.changed.filter((name) => ways.includes(form.wayOf(name)))
  const now = of('now')
  const later = of('review')
  const back = of('takenBack')
  return (
    <span className="aside" role="status">
      {now.length > 0 && <span className="block">{t('products.ways.sumNow', { fields: fieldList(now) })}</span>}
      {later.length > 0 && <span className="block">{t('products.ways.sumReview', { fields: fieldList(later) })}</span>}
      {back.length > 0 && <span className="block">{t('products.ways.sumBack', { fields: fieldList(back) })}</span>}
    </span>
  )
}

function Ended({ form, saving, pictures }: { form: FormState; saving: SaveProduct; pictures: readonly Picture[] }) {
  const { outcome } = saving
  if (!outcome) return null
  if (outcome.kind === 'refused') return <Note tone="bad">{outcome.sentence}</Note>
  const total = pictures.length
  const done = pictures.filter(({ phase }) => phase === 'stored').length
  const [goOn] = buttonsFor(form, saving)
  const button = goOn ? t(`products.form.${goOn.label}`) : ''
  const isNew = isCreation(form, saving)
  if (outcome.kind === 'stopped') {
    return <Note tone="warn">{t(isNew ? 'products.images.stopped' : 'products.images.stoppedEdit', { done, total, button })}</Note>
  }
  const first = pictures.find(({ phase, problem }) => phase === 'failed' && problem)
  return (
    <Note tone="bad">
      {t(isNew ? 'products.images.someFailed' : 'products.images.someFailedEdit', { count: total - done, button })}
      {first && ` ${t('products.images.problem', { name: first.name, problem: first.problem ?? '' })}`}
    </Note>
  )
}

/** The product exists, but not all its chosen pictures are stored. */
const isCreation = ({ base }: FormState, { isNew }: SaveProduct) => base !== null && (isNew || base.unfinished)

import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'

type Text = string | undefined

/** Searches a queue. */
export function QueueSearchBox({ value, hint, onSearch }: { value: Text; hint: string; onSearch: (search: Text) => void }) {
  return (
    <SearchBox
      label={t('approval.search')}
      placeholder={hint}
      value={value ?? ''}
      maxLength={limits.text.searchMax}
      onSearch={(text) => onSearch(text || undefined)}
    />
  )
}

/** Filters a queue by category. */
export function CategoryFilter({ value, onChoose }: { value: Text; onChoose: (category: Text) => void }) {
  const { categories } = useMarketplace()
  // The address may name a category that is no longer offered.
  const offered = value && !categories.includes(value) ? [value, ...categories] : categories
  return (
    <Select
      quiet
      label={t('approval.category')}
      value={value ?? ''}
      options={[{ value: '', label: t('approval.categoryAll') }, ...offered.map((name) => ({ value: name, label: name }))]}
      onChange={({ target }) => onChoose(target.value || undefined)}
    />
  )
}

type Choice<Value extends string> = {
  label: string
  value: Value | ''
  options: readonly { value: Value | ''; label: string }[]
  onChoose: (value: Value | undefined) => void
}

/** Filters or sorts a queue by one of a fixed set of values. */
export function ChoiceFilter<Value extends string>({ label, value, options, onChoose }: Choice<Value>) {
  const choose = (chosen: string) => onChoose(options.find((option) => option.value === chosen)?.value || undefined)
  return <Select quiet label={label} value={value} options={options} onChange={({ target }) => choose(target.value)} />
}

/** Shows that the queue is limited to one seller, and removes that filter. */
export function OnlySeller({ name, onClear }: { name: string | null; onClear: () => void }) {
  return (
    <Button aria-label={t('approval.sellerClear')} title={t('approval.sellerClear')} onClick={onClear}>
      {t('approval.sellerOnly', { name: name ?? t('approval.sellerThis') })}
      <IconX size={14} />
    </Button>
  )
}

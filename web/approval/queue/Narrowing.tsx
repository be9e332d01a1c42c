import type { Person } from '#domain/person.ts'
import { sellsAs } from '#domain/person-names.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ChoiceFilter } from '#web/platform/queries/Filters.tsx'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Button } from '#web/ui/Button.tsx'
import IconX from '#web/ui/icons/IconX.tsx'

type Text = string | undefined

/** Filters a queue by category. */
export function CategoryFilter({ value, onChoose }: { value: Text; onChoose: (category: Text) => void }) {
  const { categories } = useMarketplace()
  // The address may name a category that is no longer offered.
  const offered = value && !categories.includes(value) ? [value, ...categories] : categories
  return (
    <ChoiceFilter
      label={t('approval.category')}
      all={t('approval.categoryAll')}
      value={value}
      options={offered.map((name) => ({ value: name, label: name }))}
      onChoose={onChoose}
    />
  )
}

/** Shows that the queue is limited to one seller, and removes that filter. */
export function OnlySeller({ seller, onClear }: { seller: Person | null; onClear: () => void }) {
  return (
    <Button aria-label={t('approval.sellerClear')} title={t('approval.sellerClear')} onClick={onClear}>
      {t('approval.sellerOnly', { name: seller ? sellsAs(seller) : t('approval.sellerThis') })}
      <IconX size={14} />
    </Button>
  )
}

import { t } from '#web/platform/i18n/messages.ts'
import type { Choice } from '#web/platform/queries/Filters.tsx'
import { useMarketplace } from '#web/platform/session/use-me.ts'

/** The filter by category. */
export function useCategoryFilter(value: string | undefined, choose: (category: string | undefined) => void): Choice {
  const { categories } = useMarketplace()
  // The address may name a category that is no longer offered.
  const offered = value && !categories.includes(value) ? [value, ...categories] : categories
  return {
    label: t('approval.category'),
    all: t('approval.categoryAll'),
    value,
    options: offered.map((name) => ({ value: name, label: name })),
    choose,
  }
}

import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ChipList } from '#web/settings/ChipList.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Props = { categories: string[]; onChange: (categories: string[]) => void }

const max = limits.product.categoryMax

/** The categories that sellers choose from, in alphabetical order. */
export function Categories({ categories, onChange }: Props) {
  const read = (item: string) => {
    const problem = whyNotAdd(item, categories)
    return problem === undefined ? { item } : { problem }
  }
  return (
    <Panel title={t('fields.categories')}>
      <p className="muted measure">{t('settings.categoriesText')}</p>
      <ChipList name="categories" label={t('settings.categoryNew')} items={categories} {...{ read, onChange }} />
      {categories.length === 0 && <p className="muted measure">{t('settings.categoriesNone')}</p>}
    </Panel>
  )
}

function whyNotAdd(category: string, categories: string[]): string | undefined {
  if ([...category].length > max) return t('settings.categoryTooLong', { count: max })
  if (categories.length >= limits.settings.categoriesMax) return t('settings.categoriesFull', { count: limits.settings.categoriesMax })
  const taken = categories.some((one) => one.localeCompare(category, undefined, { sensitivity: 'accent' }) === 0)
  return taken ? t('settings.categoryTaken') : undefined
}

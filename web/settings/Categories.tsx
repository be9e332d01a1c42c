import { limits } from '#domain/limits.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ChipList } from '#web/settings/ChipList.tsx'
import { useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const { categoriesMax: max } = limits.settings
const { categoryMax: length } = limits.product

/** The categories that sellers choose from, in alphabetical order. */
export function Categories() {
  const { value, set } = useSettingsDraft()
  const { categories } = value
  return (
    <Panel title={t('fields.categories')}>
      <p className="muted measure">{t('settings.categoriesText')}</p>
      <ChipList
        name="categories"
        label={t('settings.categoryNew')}
        items={categories}
        read={(item) => ([...item].length > length ? { problem: t('settings.categoryTooLong', { count: length }) } : { item })}
        max={max}
        full={t('settings.categoriesFull', { count: max })}
        taken={t('settings.categoryTaken')}
        onChange={(next) => set({ categories: next })}
      />
      {categories.length === 0 && <p className="muted measure">{t('settings.categoriesNone')}</p>}
    </Panel>
  )
}

import { t } from '#web/messages/messages.ts'
import { useMoney } from '#web/products/use-money.ts'

/** What is longer tells more by being opened than by being quoted. */
const quoted = 80

/** A value of a product's field as a few words; null where it is too long for that, or not known. */
export function useShownValue(): (field: string, value: unknown) => string | null {
  const money = useMoney()
  return (field, value) => {
    // Nobody knows a picture by its path.
    if (field === 'logo') return null
    if (value === null || value === '') return t('history.empty')
    if (typeof value === 'number') return field === 'price' ? money(value) : String(value)
    if (field === 'images' && Array.isArray(value)) return t('history.pictureCount', { count: value.length })
    const text = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : value
    if (text === '') return t('history.empty')
    return typeof text === 'string' && text.length <= quoted ? `“${text}”` : null
  }
}

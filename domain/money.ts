/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return formatterOf(currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** Minor units as exact decimal text: 123456 → "1234.56". The form shows and parses it. */
export function priceText(minor: number | null, currency: string): string {
  if (minor === null) return ''
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(minor)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Minor units in the format that people read: 123456 → "€1,234.56". */
export function formatPrice(minor: number, currency: string): string {
  // Decimal text keeps every digit; a division would not.
  return formatterOf(currency).format(priceText(minor, currency) as `${number}`)
}

const formatters = new Map<string, Intl.NumberFormat>()
function formatterOf(currency: string): Intl.NumberFormat {
  const known = formatters.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en', { style: 'currency', currency })
  formatters.set(currency, made)
  return made
}

/** The sign of a currency, such as "€", or its code where it has none. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

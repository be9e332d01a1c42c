import type { Address } from '#domain/order.ts'
import css from '#web/orders/OrderPage.module.css'

/** An address as on a parcel, without its empty parts. A parcel without a recipient of its own goes to the buyer. */
export function AddressLines({ buyerName, address }: { buyerName: string; address: Address | null }) {
  const { recipient, line1, line2, postalCode, city, region, country } = address ?? {}
  const town = [[postalCode, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ')
  return <Lines lines={[recipient || buyerName, line1, line2, town, countryName(country)]} />
}

/** The lines of an address without those that are empty. */
export function Lines({ lines }: { lines: readonly (string | undefined)[] }) {
  return (
    <address className={css.address}>
      {lines.filter(Boolean).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, so a line is identified by its position
        <span key={at}>
          <bdi>{line}</bdi>
          <br />
        </span>
      ))}
    </address>
  )
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country given by its code; other text stays as it is. */
const countryName = (country = ''): string => (/^[A-Z]{2}$/.test(country) ? (regions.of(country) ?? country) : country)

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import { Changes } from '#web/history/Changes.tsx'
import type { Changed } from '#web/history/use-shown-changes.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

function show(kind: Changed['kind'], before: Changed['before'], after: Changed['after'], fields = Object.keys({ ...before, ...after })) {
  queries.setQueryData(meQuery.queryKey, { user: null, settings: { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' } })
  render(
    <QueryClientProvider client={queries}>
      <Changes entry={{ kind, fields, before, after }} />
    </QueryClientProvider>,
  )
  return screen.queryAllByRole('listitem').map((one) => one.textContent)
}

afterEach(cleanup)

describe('what an event changed', () => {
  it.each<[what: string, ...Parameters<typeof show>, string[]]>([
    [
      'an approval, with words as on the badges, money as people write it, and no version numbers',
      'product.approve',
      { status: 'pending', approvedPrice: null, approvedVersion: 1, rejectionReason: 'Blurred.' },
      { status: 'approved', approvedPrice: 123_456, approvedVersion: 2, rejectionReason: null },
      undefined,
      ['Status: Pending → Approved', 'Last approved price: €1,234.56', 'Rejection reason: “Blurred.” → none'],
    ],
    [
      'a request with keys of its own',
      'editRequest.edit',
      { extra: { colour: 'red' } },
      { extra: { colour: 'blue', size: { wide: 5 } } },
      undefined,
      ['Additional fields, colour: “red” → “blue”', 'Additional fields, size: “{"wide":5}”'],
    ],
    [
      'an order without its source, which is the same for most and stands on its page',
      'order.placed',
      null,
      { total: 3_366, source: 'shop' },
      undefined,
      ['Total: €33.66'],
    ],
    ['a webhook that was switched off', 'webhook.disable', { enabled: true }, { enabled: false }, undefined, ['Webhook: On → Off']],
    ['a submission', 'product.submit', { status: 'draft' }, { status: 'pending' }, undefined, ['Status: Draft → Pending']],
    ['a withdrawal', 'product.withdraw', { status: 'pending' }, { status: 'draft' }, undefined, ['Status: Pending → Draft']],
    ['a deletion', 'product.delete', { status: 'approved' }, null, [], ['Status: was Approved']],
    ['a deletion of what was empty', 'product.delete', { sku: null }, null, [], ['SKU: was none']],
    [
      'a rejection with the fields it is about, as it was recorded before as well',
      'product.reject',
      { status: 'pending' },
      { fields: ['images', 'sku'] },
      [],
      ['Status: was Pending', 'Fields it is about: Images, SKU'],
    ],
    [
      'pictures by their names, and attributes one by one',
      'product.edit',
      {
        images: ['products/1/0_front.jpg'],
        attributes: [
          { key: 'Height', value: '9 cm' },
          { key: 'Wood', value: 'oak' },
        ],
      },
      {
        images: ['products/1/2_side.jpg', 'products/1/0_front.jpg'],
        attributes: [
          { key: 'Height', value: '9 cm' },
          { key: 'Wood', value: 'ash' },
        ],
      },
      undefined,
      ['Images: front.jpg → side.jpg, front.jpg', 'Attributes, Wood: “oak” → “ash”'],
    ],
    [
      'settings by their labels, a template alone that changed, and nothing as JSON',
      'settings.edit',
      {
        registration: 'open',
        webhooksPrivate: false,
        rejectionTemplates: { duplicate: 'Twice.', other: '' },
        logo: null,
        reviewedFields: ['title', 'sku'],
      },
      {
        registration: 'invitation',
        webhooksPrivate: true,
        rejectionTemplates: { duplicate: 'Twice.', other: 'See below.' },
        logo: { path: 'logos/3_ship.png', width: 9, height: 9 },
        reviewedFields: [],
      },
      undefined,
      [
        'Logo: ship.png',
        'Registration: Open → By invitation',
        'Rejection reasons, Another reason: “See below.”',
        'Reviewed fields: Title, SKU → none',
        'Webhooks to private networks: No → Yes',
      ],
    ],
    [
      'chat widget and backups with the words, days and times of their settings',
      'settings.edit',
      { widgetMode: 'off', businessHours: [], holidays: [], backupEvery: 'off', backupDay: 7, backupAt: '02:30' },
      {
        widgetMode: 'everyone',
        backupEvery: 'weekly',
        backupDay: 1,
        backupAt: '14:05',
        holidays: ['2026-12-25', '2027-01-01'],
        businessHours: [
          { day: 1, from: '09:00', to: '12:30' },
          { day: 1, from: '13:00', to: '24:00' },
        ],
      },
      undefined,
      [
        'Business hours: Mon 9:00 AM–12:30 PM, Mon 1:00 PM–12:00 AM',
        'Holidays: Fri, Dec 25, 2026; Fri, Jan 1, 2027',
        'Chat widget: Off → Everyone',
        'Backups: Off → Every week',
        'Day of weekly backups: Sunday → Monday',
        'Time of backups: 2:30 AM → 2:05 PM',
      ],
    ],
    [
      'the permissions of an API key, as they were ticked',
      'apiKey.create',
      null,
      { scopes: ['products:read', 'orders:read'] },
      undefined,
      ['Permissions: Read products on sale; Read orders, with their buyers'],
    ],
    [
      'the events of a webhook, as they were ticked',
      'webhook.create',
      null,
      { types: ['order.placed', 'order.paid'], enabled: true },
      undefined,
      ['Events: an order arrived; an order was paid', 'Webhook: On'],
    ],
    [
      'a request taken back',
      'editRequest.withdraw',
      { status: 'pending' },
      { status: 'withdrawn' },
      ['title', 'status'],
      ['Status: Awaiting review → Change withdrawn'],
    ],
    ['a suspension', 'user.suspend', { status: 'active' }, { status: 'suspended' }, undefined, ['Status: Active → Suspended']],
    [
      'a refund',
      'order.refunded',
      { paymentStatus: 'paid' },
      { paymentStatus: 'refunded', amount: 990, key: 'Shop' },
      ['paymentStatus'],
      ['Payment: Paid → Refunded', 'Amount: €9.90'],
    ],
    ['what an erasure blanked', 'product.edit', null, null, ['title'], ['Title: changed']],
  ])('is read field by field: %s', (_, kind, before, after, fields, lines) => {
    expect(show(kind, before, after, fields)).toEqual(lines)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('folds a long text, and unfolds it at the press of a labelled button', () => {
    const long = `${'x'.repeat(5_000)}`
    const family = '👩‍👩‍👧‍👦'
    show('product.edit', { description: long }, { description: family.repeat(300) })
    const [before, after] = screen.getAllByRole('definition')
    expect(before?.textContent).toBe(`${'x'.repeat(240)}…`)
    // Whole graphemes.
    expect(after?.textContent?.replaceAll(family, '')).toBe('…')
    const button = screen.getByRole('button', { name: 'Show all of Description' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    button.focus()
    fireEvent.click(button)
    expect([before?.textContent, after?.textContent]).toEqual([long, family.repeat(300)])
    expect(document.activeElement).toBe(button)
    expect(screen.getByRole('button', { name: 'Show less of Description' }).getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(button)
    expect(before?.textContent).toHaveLength(241)
  })

  it('begins a folded text where it differs, if that is further down', () => {
    const lines = ['One.', 'Two.', 'Three.', 'Four.', 'Five.']
    const former = [...lines, 'Six.'].join('\n')
    const latter = [...lines, 'Sixty.', 'Seven.'].join('\n')
    show('product.edit', { description: former }, { description: latter })
    const sides = () => screen.getAllByRole('definition').map((side) => side.textContent)
    expect(sides()).toEqual(['… Six.', '… Sixty.\nSeven.'])
    fireEvent.click(screen.getByRole('button', { name: 'Show all of Description' }))
    expect(sides()).toEqual([former, latter])
    cleanup()
    const words = 'word '.repeat(100)
    show('product.edit', { description: `${words}old` }, { description: `${words}new` })
    expect(sides()).toEqual([`… ${'word '.repeat(15)}old`, `… ${'word '.repeat(15)}new`])
  })

  it('shows a slightly long text in full at once, with its line breaks', () => {
    const text = `${'word '.repeat(30).trim()}\nand another line`
    show('product.edit', { description: 'Short.' }, { description: text })
    expect(screen.getAllByRole('definition').map((side) => side.textContent)).toEqual(['Short.', text])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows six of many fields until all are requested', () => {
    const numbers = { stock: 1, weight: 1, backupKeep: 1, priceReviewPercent: 1, webhookLogDays: 1, buyerRetentionDays: 1, price: 1 }
    const more = Object.fromEntries(Object.keys(numbers).map((name) => [name, 2]))
    expect(show('settings.edit', numbers, more)).toHaveLength(6)
    fireEvent.click(screen.getByRole('button', { name: 'Show all of Backups to keep' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(7)
  })
})

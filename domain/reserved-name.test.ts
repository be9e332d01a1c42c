import { describe, expect, test } from 'vitest'
import { isReservedName } from '#domain/reserved-name.ts'

describe('a seller passes for the staff', () => {
  test.each([
    ...[
      'Support',
      'support',
      ' S U P P O R T ',
      'Admin',
      'Administrator',
      'Moderators',
      'Staff',
      'Help Desk',
      'helpdesk',
      'Customer Service',
    ],
    // Cyrillic, Greek, fullwidth, small capitals, mathematical and circled letters, accents.
    ...['аdmin', 'АDМІN', 'Ѕuрроrt', 'Αdmιn', 'ΑDΜΙΝ', 'Ａｄｍｉｎ', 'ᴀᴅᴍɪɴ', '𝓢𝓾𝓹𝓹𝓸𝓻𝓽', 'Ⓐⓓⓜⓘⓝ', 'Súppört', 'Aдmiи'],
    // Digits, signs, letters that look alike, invisible characters.
    ...['adm1n', '4dm!n', 'Admln', 'AdmIn', 'adrnin', '$upp0rt', 'Support24', 'Admin 1', '*** Admin! ***', 'Sup\u200bport', 'Ad\u00admin'],
    ...['Support Team', 'The Support Team', 'Admin-Team', 'Official Support', 'Seller Support', 'Admin Support'],
    ...['🅢🅤🅟🅟🅞🅡🅣', '🆂🆄🅿🅿🅾🆁🆃', '🇸🇺🇵🇵🇴🇷🇹', 'Technical Support', 'Support Agent', 'Support Service', 'Verified Support', 'Site Admin'],
    ...['Backstall', 'BACKSTALL', 'Back stall', 'Bаckstаll', 'Backstall Support', 'Support of Backstall', 'Backstall (official)'],
    ...['Harbour & Hill', 'harbour-hill', 'Harbour & Hill Support', 'The Harbour & Hill Team', 'Harbοur & Hill'],
  ])('as "%s"', (name) => {
    expect(isReservedName(name, 'Harbour & Hill')).toBe(true)
  })

  test('is found out at once, even if the marketplace has the name of such a word', () => {
    for (const marketplace of ['Chat', 'The', 'At', 'S']) expect(isReservedName(`${'Chat The At S '.repeat(7)}x`, marketplace)).toBe(false)
    expect(isReservedName('The Chat Team', 'Chat')).toBe(true)
  })

  test('under the name of a marketplace in any script, but not where that name has no letter', () => {
    expect(isReservedName('تاجر', 'تاجر')).toBe(true)
    expect(isReservedName('ร้านค้า Support', 'ร้านค้า')).toBe(true)
    expect(isReservedName('Ada', '🌟 ☕')).toBe(false)
    expect(isReservedName('☕', '🌟 ☕')).toBe(false)
  })
})

test.each([
  ...[
    'Ada Support Ltd',
    'Support Ltd',
    'Supporters of Chelsea',
    'Ada',
    'Systems',
    'Desk of Ada',
    'Adam Minton',
    'Admiral',
    'Steam Team',
    'The Team',
    'Harbour',
    'Hill',
  ],
  ...[
    'Hill & Harbour',
    'Back Stallion',
    'Ada of Backstall Road',
    'Мария Иванова',
    'Νίκος',
    'สมชาย ใจดี',
    '山田太郎',
    'José',
    '李',
    '',
    '24',
    '🌟',
  ],
])('a seller may be called "%s"', (name) => {
  expect(isReservedName(name, 'Harbour & Hill')).toBe(false)
})

test('a seller may have a name that only begins with that of a short marketplace', () => {
  expect([isReservedName('Als', 'Al'), isReservedName('Alma', 'Al'), isReservedName('Al', 'Al')]).toEqual([false, false, true])
})

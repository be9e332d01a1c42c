// @vitest-environment node
// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { en } from '#web/platform/i18n/en/en.ts'
import { enLater } from '#web/platform/i18n/en/later.ts'
import { t } from '#web/platform/i18n/later.ts'
import { messages, visitorMessages } from '#web/platform/i18n/visitor.ts'

const texts = import.meta.glob<string>(['/web/**/*.{ts,tsx}', '!/web/platform/i18n/**', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = Object.entries(texts).map(([file, text]) => ({ file, text }))

const leaves = (tree: object, path: string[] = []): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[...path, name].join('.')] : leaves(value, [...path, name]),
  )
const keys = leaves({ ...en, ...enLater })
/** The code asks for "waiting_one" and "waiting_other" as "waiting". */
const asked = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** Every quoted text, and the fixed parts of every template. */
const quoted = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'([\w.-]+)'/g)].map(([, word]) => word)))
const templates = sources.flatMap(({ text }) =>
  [...text.matchAll(/`([\w.]+\.(?:[\w.]*\$\{[^}`]+\})[^`]*)`/g)].map(
    ([, template = '']) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w.-]+')}$`),
  ),
)

describe('the message catalogue', () => {
  it('has a sentence for every key that a screen asks for', () => {
    const calls = sources.flatMap(({ file, text }) => [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => ({ file, key })))
    expect(calls.length).toBeGreaterThan(100)
    expect(calls.filter(({ key }) => !messages.exists(key, { count: 1 }))).toEqual([])
  })

  it('contains nothing that no screen shows', () => {
    const isUsed = (key: string) => quoted.has(key) || templates.some((template) => template.test(key))
    expect(keys.map(asked).filter((key) => !isUsed(key))).toEqual([])
  })

  it('gives screens for visitors only what is loaded with them', () => {
    const visitorKeys = leaves(visitorMessages)
    const wrong = sources
      .filter(({ text }) => text.includes("'#web/platform/i18n/visitor.ts'"))
      .flatMap(({ file, text }) => [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => ({ file, key })))
      .filter(({ key }) => !visitorKeys.includes(key))
    expect(wrong).toEqual([])
  })

  it('has texts of the history, the palette, webhooks and imports only for what is loaded with their screens', () => {
    const saying = sources.filter(({ text }) => /['`](history|palette|webhooks|imports)\./.test(text))
    expect(saying.length).toBeGreaterThan(10)
    expect(saying.filter(({ text }) => !text.includes("'#web/platform/i18n/later.ts'")).map(({ file }) => file)).toEqual([])
  })

  it('has singular and plural forms', () => {
    expect(t('orders.shown', { count: 1, shown: '1' })).toBe('One order.')
    expect(t('orders.shown', { count: 1000, shown: '1,000' })).toBe('1,000 orders.')
  })

  it('shows input as people typed it', () => {
    expect(t('users.suspend.title', { name: '<b>"Anna" & Co' })).toBe('Suspend <b>"Anna" & Co')
  })
})

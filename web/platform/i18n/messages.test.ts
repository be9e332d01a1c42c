// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { compileTexts, textsOf } from '#web/platform/i18n/compile-texts.ts'
import { en } from '#web/platform/i18n/en/en.ts'
import { fill, t } from '#web/platform/i18n/messages.ts'

const sources = import.meta.glob<string>(['/web/**/*.{ts,tsx}', '!/web/platform/i18n/en/**', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const code = Object.values(sources)
const keys = [...textsOf(en).keys()]

/** Every quoted text, and the fixed parts of every template. */
const quoted = new Set(code.flatMap((text) => [...text.matchAll(/'([\w.-]+)'/g)].map(([, word]) => word)))
const templates = code.flatMap((text) =>
  [...text.matchAll(/`([\w.]+\.(?:[\w.]*\$\{[^}`]+\})[^`]*)`/g)].map(
    ([, template = '']) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w.-]+')}$`),
  ),
)

const compiled = (line: string) => compileTexts('example.ts', `import { t } from '#web/platform/i18n/messages.ts'\n${line}`).split('\n')[1]

describe('the message catalogue', () => {
  it('contains nothing that no screen shows', () => {
    const isUsed = (key: string) => quoted.has(key) || templates.some((template) => template.test(key))
    expect(keys.length).toBeGreaterThan(1_000)
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  it('has singular and plural forms', () => {
    expect(t('orders.total', { count: 1, shown: '1' })).toBe('1 order')
    expect(t('orders.total', { count: 1000, shown: '999+' })).toBe('999+ orders')
  })

  it('shows input as people typed it', () => {
    expect(t('users.suspend.title', { name: '<b>"Anna" & Co $1 {{name}}' })).toBe('Suspend <b>"Anna" & Co $1 {{name}}')
  })

  it('formats numbers where a text asks for it', () => {
    expect(t('approval.bulk.selected', { count: 1234 })).toBe('1,234 selected')
    expect(fill('{{count}} of {{missing}}', { count: 1234 })).toBe('1234 of ')
  })

  it('is refused by the type check if values are missing', () => {
    // @ts-expect-error: `name` is missing
    expect(t('users.suspend.title', {})).toBe('Suspend ')
    // @ts-expect-error: all values are missing
    expect(t('orders.ship.done')).toBe(' lines are on their way.')
  })
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: source of a template
const sortKey = '`sorts.${by}`'

describe('a compiled file', () => {
  it('has the texts that it asks for in place of their keys', () => {
    expect(compiled("t('common.close')")).toBe('"Close"')
    expect(compiled("t('users.suspend.title', { name })")).toBe('t("Suspend {{name}}", { name })')
    expect(compiled("t(isOpen ? 'common.hide' : 'common.show')")).toBe('(isOpen ? "Hide" : "Show")')
  })

  it('has a table of the texts that a key may stand for', () => {
    const text = compileTexts('example.ts', `t(${sortKey})\nt(${sortKey})`)
    expect(text).toMatch(
      /^const texts\$0 = \{"newest":"Newest first",.*\};\(texts\$0\[`\$\{by\}`\] \?\? ''\)\n\(texts\$0\[`\$\{by\}`\] \?\? ''\)$/,
    )
  })

  it('keeps the number of every line', () => {
    const text = compileTexts('example.ts', "show(\n  t(\n    'common.close',\n  ),\n)\nthrow new Error()")
    expect(text.split('\n')[5]).toBe('throw new Error()')
  })

  const refusals = [
    ['an unknown key', "t('common.nothing')", 'example.ts:2: The catalogue has no text "common.nothing".'],
    ['an unknown kind of key', `t(${sortKey.replace('sort', 'sorted')})`, 'The catalogue has no text like `sorteds.'],
    ['a key that is written elsewhere', 't(key)', 'A key has to be written in the call of t.'],
    ['`t` under another name', "import { t as text } from 'x'", 'The function t keeps its name.'],
    ['`t` passed on', 'use(t)', 'Nothing but a call can be done with t.'],
  ] as const
  it.each(refusals)('is refused with %s', (_, line, why) => {
    expect(() => compiled(line)).toThrow(why)
  })
})

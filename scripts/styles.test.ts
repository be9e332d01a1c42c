import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const texts = (pattern: string) => globSync(pattern).map((path): [string, string] => [path, readFileSync(path, 'utf8')])
const sheets = texts('{web,widget}/**/*.css')
const screens = texts('{web,widget}/**/*.tsx').filter(([path]) => !path.endsWith('.test.tsx'))
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Names of shared looks. */
const named = new Set(
  sheets.flatMap(([path, text]) =>
    matches(
      text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|@import.*/g, ''),
      path.endsWith('.module.css') ? /:global\(\.([\w-]+)/g : /\.([a-z][\w-]*)/g,
    ),
  ),
)
/** Names that a component gives to its elements, without those of modules (`${css.row}`). */
const namesIn = (text: string) =>
  matches(text, /class(?:Name)?=(?:\{`|")([^`"]*)[`"]/g)
    .flatMap((names) => names.replace(/\$\{[^}]*\}/g, '').split(/\s+/))
    .filter(Boolean)

/** What is wrong in each file, as "file: finding". */
const findings = (files: [string, string][], find: (text: string) => string[]) =>
  files.flatMap(([path, text]) => find(text).map((found) => `${path}: ${found}`))

describe('styles', () => {
  it('have a rule for each name that a component uses', () => {
    expect(findings(screens, (text) => namesIn(text).filter((name) => !named.has(name)))).toEqual([])
  })

  it('have no shared look that nothing uses', () => {
    const all = screens.map(([, text]) => text).join('\n')
    const isUsed = (name: string) => new RegExp(`["'\`\\s]${name}["'\`\\s]`).test(all)
    expect([...named].filter((name) => !isUsed(name))).toEqual([])
  })

  it('have only the breakpoints of CONTRIBUTING.md', () => {
    const widths = (text: string) => matches(text, /@media[^{]*?-width: (\d+\w*)/g)
    expect(findings(sheets, (text) => widths(text).filter((width) => !/^(479|599|767|899|1099)px$/.test(width)))).toEqual([])
  })

  it('take their layers from the tokens', () => {
    expect(findings(sheets, (text) => matches(text, /z-index: ([^;]+)/g).filter((layer) => !layer.startsWith('var(--layer-')))).toEqual([])
  })
})

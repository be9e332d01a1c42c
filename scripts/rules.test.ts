import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
/** Ignored paths, as in `.gitignore`. */
const ignored = ['node_modules', 'dist', 'data', 'demo-data', 'test-results', 'playwright-report', 'coverage']
const files = globSync('**/*.{ts,tsx,css,sql,md}', { exclude: ignored })

/** Finds a document name and the section numbers cited with it, also several at once or across a line break of a comment. */
const citations = /\b(spec|product)[\s*]+(§\d+(?:(?:,| and)[\s*]+§\d+)*)/gi
const rulesCitedIn = (text: string) =>
  [...text.matchAll(citations)].flatMap(([, document = '', numbers = '']) =>
    [...numbers.matchAll(/§\d+/g)].map(([number]) => `${document.toLowerCase()} ${number}`),
  )

test('every rule that a comment or a document cites has its heading in docs/rules.md', () => {
  const headings = new Set([...read('docs/rules.md').matchAll(/^#+ ((?:spec|product) §\d+):/gm)].map(([, rule]) => rule))
  const cited = files.flatMap((file) => rulesCitedIn(read(file)).map((rule) => ({ file, rule })))
  // Guards against a pattern that finds nothing.
  expect(cited.length).toBeGreaterThan(headings.size)
  expect(cited.filter(({ rule }) => !headings.has(rule))).toEqual([])
})

const documents = files.filter((file) => file.endsWith('.md'))

test('there are documents to look at', () => {
  expect(documents).toContain('docs/decisions/README.md')
})

test.each(documents)('every file and folder that %s names or links to exists', (document) => {
  const text = read(document)
  const named = [...text.matchAll(/`((?:domain|contract|server|web|scripts|e2e|bench|demo)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, path = '']) => join(dirname(document), path))
  expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([])
})

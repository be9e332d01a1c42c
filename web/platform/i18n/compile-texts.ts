import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { en } from '#web/platform/i18n/en/en.ts'

/** A text, or the forms of a plural. */
type Text = string | Record<string, string>
type Tree = { readonly [name: string]: string | Tree }

const pluralForm = /_(zero|one|two|few|many|other)$/

/** Every text of a catalogue under its key; the forms of a plural are one text. */
export function textsOf(tree: Tree, path = ''): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const [name, text] of Object.entries(tree)) {
    const form = pluralForm.exec(name)?.[1]
    const key = path + name.replace(pluralForm, '')
    if (typeof text !== 'string') for (const [inner, one] of textsOf(text, `${path}${name}.`)) texts.set(inner, one)
    else texts.set(key, form ? { ...(texts.get(key) as object), [form]: text } : text)
  }
  return texts
}

const texts = textsOf(en)
const isFilled = (text: Text) => typeof text !== 'string' || text.includes('{{')

/** The texts whose keys have these fixed parts, by what stands between the first and the last of them. */
function textsLike(fixed: string[]): Record<string, Text> {
  const pattern = new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`)
  const from = fixed[0]?.length
  const to = -(fixed.at(-1)?.length ?? 0) || undefined
  return Object.fromEntries([...texts].filter(([key]) => pattern.test(key)).map(([key, text]) => [key.slice(from, to), text]))
}

/**
 * Replaces the key in every call of `t` by its text, and the whole call if no value is filled in. Of a key with parts that are known only at run time,
 * all texts that it may stand for become a table at the start of the file. Lines stay where they are.
 */
export function compileTexts(file: string, code: string): string {
  const tables: string[] = []
  const edits: { start: number; end: number; text: string }[] = []
  const calls = new Set<number>()
  const sourceOf = ({ start, end }: ESTree.Span) => code.slice(start, end)
  const fail = (node: ESTree.Span, why: string): never => {
    throw new Error(`${file}:${code.slice(0, node.start).split('\n').length}: ${why}`)
  }

  function compileKey(key: ESTree.Node): { source: string; filled: boolean } {
    if (key.type === 'Literal' && typeof key.value === 'string') {
      const text = texts.get(key.value) ?? fail(key, `The catalogue has no text "${key.value}".`)
      return { source: JSON.stringify(text), filled: isFilled(text) }
    }
    if (key.type === 'ConditionalExpression') {
      const yes = compileKey(key.consequent)
      const no = compileKey(key.alternate)
      return { source: `(${sourceOf(key.test)} ? ${yes.source} : ${no.source})`, filled: yes.filled || no.filled }
    }
    if (key.type !== 'TemplateLiteral') return fail(key, 'A key has to be written in the call of t.')
    const fixed = key.quasis.map(({ value }) => value.raw)
    const found = textsLike(fixed)
    if (Object.keys(found).length === 0) fail(key, `The catalogue has no text like ${sourceOf(key)}.`)
    const table = JSON.stringify(found)
    if (!tables.includes(table)) tables.push(table)
    const parts = code.slice(key.start + 1 + (fixed[0]?.length ?? 0), key.end - 1 - (fixed.at(-1)?.length ?? 0))
    // A tab that is older than the server may get a value without a text.
    return { source: `(texts$${tables.indexOf(table)}[\`${parts}\`] ?? '')`, filled: Object.values(found).some(isFilled) }
  }

  const visitor = new Visitor({
    CallExpression(call) {
      const [key, values] = call.arguments
      if (call.callee.type !== 'Identifier' || call.callee.name !== 't' || !key) return
      calls.add(call.callee.start)
      const { source, filled } = compileKey(key)
      const replaced = filled || values ? key : call
      const lines = sourceOf(replaced).split('\n').length - source.split('\n').length
      edits.push({ start: replaced.start, end: replaced.end, text: source + '\n'.repeat(lines) })
    },
    ImportSpecifier({ imported, local }) {
      if (imported.type === 'Identifier' && imported.name === 't' && local.name !== 't') fail(local, 'The function t keeps its name.')
      calls.add(local.start)
    },
    Identifier(node) {
      if (node.name === 't' && !calls.has(node.start)) fail(node, 'Nothing but a call can be done with t.')
    },
  })
  visitor.visit(parseSync(file, code).program)

  const declared = tables.map((table, index) => `const texts$${index} = ${table};`).join('')
  const fromTheEnd = edits.sort((a, b) => b.start - a.start)
  return declared + fromTheEnd.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
}

/** Compiles the calls of `t` in builds, in development and in tests. */
export const compiledTexts: Plugin = {
  name: 'compiled-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: "from '#web/platform/i18n/messages.ts'" },
    handler: (code, id) => ({ code: compileTexts(id, code), map: null }),
  },
}

import type { en } from '#web/platform/i18n/en/en.ts'

type WithoutForm<Name extends string> = Name extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Name

type KeyOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? WithoutForm<Name> : `${Name}.${KeyOf<Tree[Name]>}`
}[keyof Tree & string]

/** The path of a text in the catalogue; of a plural without its form. */
export type TextKey = KeyOf<typeof en>

type FormsOf<Tree, Name extends string> = Tree[keyof Tree & `${Name}_${Intl.LDMLPluralRule}`]

/** The texts that a key may stand for. */
type TextOf<Key extends string, Tree = typeof en> = Key extends `${infer Noun}.${infer Rest}`
  ? TextOf<Rest, Tree[Noun & keyof Tree]>
  : Key extends keyof Tree
    ? Tree[Key]
    : FormsOf<Tree, Key>

/** What stands between the braces of a text, and `count, number` for a plural. */
type SlotOf<Text> = Text extends `${string}{{${infer Slot}}}${infer Rest}` ? Slot | SlotOf<Rest> : never

type CountOf<Key extends string, Tree = typeof en> = Key extends `${infer Noun}.${infer Rest}`
  ? CountOf<Rest, Tree[Noun & keyof Tree]>
  : Key extends keyof Tree
    ? never
    : 'count, number'

type ValuesOf<Slot extends string> = {
  [One in Slot as One extends `${infer Name}, number` ? Name : One]: One extends `${string}, number` ? number : string | number
}

type Arguments<Slot extends string> = [Slot] extends [never] ? [] : [values: ValuesOf<Slot>]

type Text = string | Record<string, string>

const plurals = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat('en')

/** Fills a text with values. `{{count, number}}` is formatted as a number; a plural takes its form from `count`. */
export function fill(text: Text, values: Record<string, unknown> = {}): string {
  const form = typeof text === 'string' ? text : (text[plurals.select(Number(values.count))] ?? text.other ?? '')
  return form.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber) =>
    isNumber ? numbers.format(Number(values[name])) : String(values[name] ?? ''),
  )
}

/**
 * The text of a key with its values filled in. Every call is compiled (`compile-texts.ts`): the text takes the place of the key, so a file has exactly
 * the texts that its code asks for.
 */
export const t = fill as unknown as <Key extends TextKey>(key: Key, ...values: Arguments<SlotOf<TextOf<Key>> | CountOf<Key>>) => string

import { t } from '#web/platform/i18n/messages.ts'

const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'] as const
const endings = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "Third" for 3, "21st" for 21: as the beginning of a sentence. */
export function ordinal(number: number): string {
  const word = words[number - 1]
  return word ? t(`approval.ordinals.${word}`) : `${number}${suffixes[endings.select(number)] ?? 'th'}`
}

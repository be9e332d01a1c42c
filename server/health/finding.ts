import type { Check } from '#domain/health.ts'

/** What a check found. */
export type Finding = Omit<Check, 'title'>

export const ok = (text: string): Finding => ({ state: 'ok', text, action: null })
export const attention = (text: string, action: string): Finding => ({ state: 'attention', text, action })
export const failing = (text: string, action: string): Finding => ({ state: 'failing', text, action })

/** Loops or consumers that have been failing for so many seconds. */
export const failingFor = (seconds: number, names: string, action: string): Finding =>
  (seconds > 300 ? failing : attention)(`Failing for ${duration(seconds)}: ${names}.`, action)

/** A duration for sentences, such as "3 minutes". */
export function duration(seconds: number): string {
  const [size, unit] =
    seconds < 120 ? [1, 'second'] : seconds < 7_200 ? [60, 'minute'] : seconds < 172_800 ? [3_600, 'hour'] : [86_400, 'day']
  const count = Math.round(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A count with its noun, such as "1 mail" or "2,000 mails". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`.replace(/ys$/, 'ies')}`

/** A count with its noun and verb, such as "1 hint waits" or "2 hints wait". */
export const subject = (count: number, noun: string, verb: string): string => `${counted(count, noun)} ${verb}${count === 1 ? 's' : ''}`

/** An amount of data in sentences, such as "1.5 GiB". */
export function size(bytes: number): string {
  const [unit, divisor] = bytes < 2 ** 30 ? ['MiB', 2 ** 20] : ['GiB', 2 ** 30]
  return `${(bytes / divisor).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}

import { expect, test } from 'vitest'
import { quoted } from '#domain/quoted.ts'

test.each([
  ['Blue vase', '“Blue vase”'],
  ['Blue “Ocean” vase', '“Blue ‘Ocean’ vase”'],
  ['Blue "Ocean" vase', '“Blue ‘Ocean’ vase”'],
  ['"Ocean"', '“‘Ocean’”'],
  ['Two: "A" "B"', '“Two: ‘A’ ‘B’”'],
  ['Frame, 24" x 30"', '“Frame, 24" x 30"”'],
  ['Frame, 24 " x 30 "', '“Frame, 24 " x 30 "”'],
  ['The potter’s «Ocean»', '“The potter’s «Ocean»”'],
])('people read the title %s in a sentence as %s', (title, read) => expect(quoted(title)).toBe(read))

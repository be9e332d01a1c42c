// @vitest-environment node
import { expect, it } from 'vitest'
import { readHistorySearch } from '#web/history/history-search.ts'
import { choiceParam, parseSearch, stringifySearch, textParam } from '#web/platform/search-params.ts'
import { readUserSearch } from '#web/users/user-search.ts'

it('keeps typed text unchanged, through the address and back', () => {
  for (const text of ['123', 'true', 'null', '{"a":1}', 'a&b=c#d', 'ü “x” +', '  two  words '])
    expect(parseSearch(stringifySearch({ search: text }))).toEqual({ search: text })
})

it('gives an untouched list a clean address', () => {
  expect(stringifySearch({ search: undefined, status: '', pages: undefined })).toBe('')
  expect(stringifySearch({ status: 'pending', pages: 2 })).toBe('?status=pending&pages=2')
})

it('drops parameters that no screen knows', () => {
  expect(choiceParam(['pending'])('pending')).toBe('pending')
  for (const wrong of ['toString', '__proto__', 'PENDING', '', 7, undefined]) expect(choiceParam(['pending'])(wrong)).toBeUndefined()
  expect(textParam('')).toBeUndefined()
  expect(readHistorySearch({ type: 'nonsense', pages: '-3' })).toEqual({ type: undefined, pages: undefined })
  expect(readUserSearch({ search: 'anna', pages: '3' })).toEqual({ search: 'anna', pages: 3 })
})

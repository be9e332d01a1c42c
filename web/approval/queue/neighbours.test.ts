// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { afterwards, neighboursOf } from '#web/approval/queue/neighbours.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

describe('the way through the queue', () => {
  it('goes up and down from the opened product and stops at both ends', () => {
    expect(neighboursOf(rows, 'b')).toEqual({ previous: { id: 'a' }, next: { id: 'c' } })
    expect(neighboursOf(rows, 'a').previous).toBeUndefined()
    expect(neighboursOf(rows, 'd').next).toBeUndefined()
  })

  it('begins at the top where nothing is open or the opened product is not in the list', () => {
    expect(neighboursOf(rows, undefined)).toEqual({ previous: undefined, next: { id: 'a' } })
    expect(neighboursOf(rows, 'elsewhere').next).toEqual({ id: 'a' })
  })

  it('continues after a decision with the rows below, then with the rows above', () => {
    expect(afterwards(rows, 'c')).toEqual(['d', 'b', 'a'])
    expect(afterwards(rows, 'd')).toEqual(['c', 'b', 'a'])
    expect(afterwards(rows, 'elsewhere')).toEqual(['a', 'b', 'c', 'd'])
    expect(afterwards([{ id: 'a' }], 'a')).toEqual([])
  })
})

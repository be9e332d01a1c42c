import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('events and hints are written by record.ts alone, so that no event lacks its hint, except for imported history, which nothing follows', () => {
  const writes = /insert\s+into\s+(events|event_details|feed_waiting)\b|insert\((events|eventDetails|feedWaiting)\)/i
  const files = globSync('server/**/*.ts').filter((path) => !/\.test\.ts$|\btesting\b/.test(path))
  const writing = files.filter((path) => writes.test(readFileSync(path, 'utf8')))
  expect(writing.map((path) => path.replaceAll('\\', '/')).sort()).toEqual([
    'server/platform/events/record.ts',
    'server/transfers/collections/history.ts',
  ])
})

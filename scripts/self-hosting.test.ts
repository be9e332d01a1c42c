import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const start = (JSON.parse(read('package.json')).scripts.start as string).replace('exec ', '')
const units = ['examples/systemd/backstall.service', 'examples/systemd/backstall@.service']

test('the image starts what npm start starts', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
  expect(JSON.parse(command).join(' ')).toBe(start)
})

test.each(units)('%s starts what npm start starts', (unit) => {
  expect(/^ExecStart=\/opt\/backstall\/node_modules\/\.bin\/(.*)$/m.exec(read(unit))?.[1]).toBe(start)
})

test.each(['Dockerfile', ...units])('%s sets only variables that the README explains', (file) => {
  const [, set = ''] = /^(?:ENV|Environment=) ?(NODE_ENV.*)$/m.exec(read(file)) ?? []
  const names = [...set.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name)
  expect(names).toContain('DATA_DIR')
  const explained = read('README.md')
  expect(names.filter((name) => !['NODE_ENV', 'PATH'].includes(`${name}`) && !explained.includes(`\`${name}\``))).toEqual([])
})

import { traverseContractProcedures } from '@orpc/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/contract.ts'

const outputs: [call: string, schema: unknown][] = []
traverseContractProcedures({ router: contract, path: [] }, ({ path, contract: procedure }) => {
  outputs.push([path.join('.'), procedure['~orpc'].outputSchema])
})

it.each(outputs)('%s answers plain JSON: no dates, maps or big numbers that would arrive as something else', (_call, schema) => {
  expect(schema).toBeInstanceOf(z.ZodType)
  expect(() => z.toJSONSchema(schema as z.ZodType, { io: 'output', unrepresentable: 'throw' })).not.toThrow()
})

it('a date in an answer would be detected', () => {
  expect(() => z.toJSONSchema(z.object({ at: z.date() }), { io: 'output', unrepresentable: 'throw' })).toThrow('Date')
})

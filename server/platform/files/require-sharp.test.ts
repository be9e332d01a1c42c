import { expect, it } from 'vitest'
import { requireSharp } from './require-sharp.ts'

it('finds the picture library as it is installed', () => {
  expect(() => requireSharp()).not.toThrow()
})

it('names the remedy to the operator if the library is missing', () => {
  const nothing = (name: string): string => {
    throw new Error(`Cannot find module '${name}'`)
  }
  expect(() => requireSharp(nothing)).toThrow(/sharp is not installed for this machine \(\w+-\w+\)\. Run "npm ci" without --omit=optional/)
})

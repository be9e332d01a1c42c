import type { AnySchema, ContractProcedure, ErrorMap, InferSchemaOutput, Meta } from '@orpc/contract'
import type { contract } from '#contract/contract.ts'

type InputOf<Call> =
  Call extends ContractProcedure<infer Input, AnySchema, ErrorMap, Meta>
    ? InferSchemaOutput<Input>
    : { [Name in keyof Call]: InputOf<Call[Name]> }

/** The input of each call once it is checked, by noun and name: what its use case gets. */
export type Inputs = InputOf<typeof contract>

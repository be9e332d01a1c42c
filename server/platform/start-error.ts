/** Why Backstall cannot start, as a sentence for the operator; printed without a stack, and the process ends with code 1. */
export class StartError extends Error {}

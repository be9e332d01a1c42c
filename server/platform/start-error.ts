/** Why Backstall cannot start, as a sentence for the operator; printed without a stack. */
export class StartError extends Error {
  /** False for an outage: another start may work although nothing was changed. */
  readonly lasting: boolean
  constructor(message: string, { lasting = true }: { lasting?: boolean } = {}) {
    super(message)
    this.lasting = lasting
  }
}

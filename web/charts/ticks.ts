/**
 * Round numbers beside what is to be drawn, zero always among them. The last one stands above the highest; below, a little less than a step has no
 * number of its own, or small refunds would take a third of the place.
 */
export function ticksFor(values: readonly number[], wanted = 4): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (low === high) return [0]
  const step = roundStep((high - low) / wanted)
  const first = Math.ceil(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** The next of 1, 2, 5, 10, 20 … that is not smaller; counts and minor units have no halves. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5].find((one) => one * power >= rough) ?? 10
  return Math.max(1, factor * power)
}

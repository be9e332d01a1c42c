const units: [Intl.NumberFormatOptions['unit'], number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** A duration in milliseconds, in its largest unit: "2.5 hours". */
export function shownDuration(ms: number): string {
  const [unit = 'second', size] = units.find(([, one]) => ms >= one) ?? ['second', 1_000]
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(ms / size)
}

import { useState } from 'react'

/**
 * Unsaved input on top of the stored values: only changed fields are in it, so a change made elsewhere shows at once in all others and is
 * never overwritten by saving.
 */
export function useDraft<Stored extends object>(stored: Stored) {
  const [change, setChange] = useState<Partial<Stored>>({})
  const same = (name: keyof Stored) => JSON.stringify(change[name]) === JSON.stringify(stored[name])
  const touched = (Object.keys(change) as (keyof Stored)[]).filter((name) => !same(name))
  return {
    value: { ...stored, ...change },
    /** Only the fields that differ from the stored values. */
    change: Object.fromEntries(touched.map((name) => [name, change[name]])) as Partial<Stored>,
    dirty: touched.length > 0,
    set: (part: Partial<Stored>) => setChange((former) => ({ ...former, ...part })),
    discard: () => setChange({}),
  }
}

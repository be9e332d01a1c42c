import type { EventKind } from '#domain/event.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { NewEvent } from '#server/platform/events/record.ts'
import type { Random } from './random.ts'

/** What happened, and when; its id is given when all is told, in the order of the moments. */
export type Told = Omit<NewEvent, 'code'> & { at: number; id: number; code?: RejectionCode | null; number?: number }

/** All that happens in the marketplace, told by its nouns in any order. */
export type Story = {
  /** When it is told: whatever would come later has come by then. */
  now: number
  tell: (at: number, kind: EventKind, event: Omit<NewEvent, 'kind'> & { number?: number }) => Told
  /** Everything in its order, numbered from the given id. */
  ordered: (first: number) => Told[]
}

export function openStory(now: number): Story {
  const told: Told[] = []
  return {
    now,
    tell: (at, kind, event) => {
      const one: Told = { ...event, at: Math.min(Math.floor(at), now), kind, id: 0 }
      told.push(one)
      return one
    },
    ordered: (first) => {
      const sorted = told.toSorted((one, other) => one.at - other.at)
      for (const [place, one] of sorted.entries()) one.id = first + place
      return sorted
    },
  }
}

/** An id as the server makes them (new-id.ts), for a moment that is gone and the same every time. */
export function idAt(at: number, { int }: Random): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  const time = hex(Math.floor(at), 12)
  const tail = hex(int(0, 0xffffff), 6) + hex(int(0, 0xffffff), 6)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(int(0, 0xfff), 3)}-${hex(0x8000 + int(0, 0x3fff), 4)}-${tail}`
}

/** What shows that events belong together: their moment, who acted, and what they are about. */
type About = { id: string; kind: string; item: string; by: string | null; at: string; before: Record<string, unknown> | null }

/** A creation whose pictures never arrive ends after this time. */
const creationMs = 24 * 60 * 60 * 1000

/**
 * Groups events, newest first, into happenings, each with its events in their order, oldest first. Events of one transaction have the
 * moment of its beginning and one actor. A product is created and submitted in two, as its pictures arrive between them: a submission
 * without a status before it ends its creation. A happening stands where its newest event does; no event is left out.
 */
export function happenings<Event>(newestFirst: readonly Event[], aboutOf: (event: Event) => About): Event[][] {
  const groups = new Map<string, Event[]>()
  const submissions = new Map<string, { key: string; at: number }>()
  for (const event of newestFirst) {
    const { kind, item, by, at, before } = aboutOf(event)
    const own = JSON.stringify([at, by])
    const creation = JSON.stringify([item, by])
    const submission = kind === 'product.create' ? submissions.get(creation) : undefined
    const key = submission && submission.at - Date.parse(at) < creationMs ? submission.key : own
    if (kind === 'product.submit' && before === null) submissions.set(creation, { key: own, at: Date.parse(at) })
    groups.set(key, [event, ...(groups.get(key) ?? [])])
  }
  return [...groups.values()]
}

/**
 * Sentences about one thing as one: "“Lamp” was created." and "“Lamp” was submitted." are "“Lamp” was created and submitted." Null if they
 * are about different things, or one of them goes on after its verb.
 */
export function joinSentences(sentences: readonly string[]): string | null {
  const parts = sentences.map((sentence) => /^(.+) was ([^:“”]+)\.$/.exec(sentence)?.slice(1) ?? [])
  const [subject] = parts[0] ?? []
  const rests = parts.flatMap(([of, rest]) => (of === subject && rest ? rest : []))
  if (subject === undefined || rests.length < sentences.length) return null
  const last = rests.pop()
  return `${subject} was ${rests.length > 0 ? `${rests.join(', ')} and ${last}` : last}.`
}

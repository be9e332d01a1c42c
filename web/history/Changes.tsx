import { useId, useState } from 'react'
import css from '#web/history/Changes.module.css'
import { type Changed, type Shown, type ShownChange, useShownChanges } from '#web/history/use-shown-changes.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The longest text shown in one line, and how much of a longer one is shown at first. */
const inline = 80
const folded = { fields: 6, graphemes: 240, lines: 4 }

/** The changes of an event, field by field, with former and new values. Long texts and more than a few fields are folded. */
export function Changes({ entry }: { entry: Changed }) {
  const [all, setAll] = useState(false)
  const id = useId()
  const changes = useShownChanges()(entry)
  if (changes.length === 0) return null
  const long = changes.filter(
    ({ from, to }, place) => place >= folded.fields || [from, to].some((side) => side && opening(side.text) !== side.text),
  )
  const shown = all ? changes : changes.slice(0, folded.fields)
  return (
    <div className="aside breaks">
      <ul id={id} className="list stack gap-2">
        {shown.map((change) => (
          <Change key={change.name} change={change} all={all} />
        ))}
      </ul>
      {long.length > 0 && (
        <button
          type="button"
          className={`${css.fold} underlines`}
          aria-expanded={all}
          aria-controls={id}
          aria-label={t(all ? 'history.foldOf' : 'history.unfoldOf', { names: long.map(({ name }) => name).join(', ') })}
          onClick={() => setAll(!all)}
        >
          {t(all ? 'history.fold' : 'history.unfold')}
        </button>
      )}
    </div>
  )
}

type Props = { change: ShownChange; all: boolean }

function Change({ change, all }: Props) {
  const { name, from, to } = change
  if (from === null && to === null) return <li>{t('history.changed', { name })}</li>
  if ([from, to].some((side) => side && (side.text.length > inline || side.text.includes('\n'))))
    return <LongChange change={change} all={all} />
  return (
    <li>
      {`${name}: `}
      {from && to ? (
        <>
          <Value side={from} /> → <Value side={to} />
        </>
      ) : (
        <>
          {from && `${t('history.before')} `}
          <Value side={from ?? to} />
        </>
      )}
    </li>
  )
}

/** Isolates the direction of the value's text from the text around it. */
const Value = ({ side }: { side: Shown | null }) =>
  side && (
    <>
      {side.quoted && '“'}
      <bdi>{side.text}</bdi>
      {side.quoted && '”'}
    </>
  )

function LongChange({ change: { name, from, to }, all }: Props) {
  // Folded, both sides begin where they differ: two equal openings would show no change.
  const start = from && to && opening(from.text) === opening(to.text) ? startOfDifference(from.text, to.text) : 0
  return (
    <li>
      {name}
      <dl className={css.sides}>
        {from && <Side name={t('editRequests.before')} side={from} start={all ? 0 : start} all={all} />}
        {to && <Side name={t('history.afterLong')} side={to} start={all ? 0 : start} all={all} />}
      </dl>
    </li>
  )
}

function Side({ name, side, start, all }: { name: string; side: Shown; start: number; all: boolean }) {
  return (
    <div className={`${css.side} boxed`}>
      <dt>{name}</dt>
      <dd dir="auto" className={side.quoted ? 'ink' : undefined}>
        {start > 0 && '… '}
        {all ? side.text : opening(side.text.slice(start))}
      </dd>
    </div>
  )
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a long text; a short one unchanged. */
function opening(text: string): string {
  const lines = text.split('\n', folded.lines).join('\n')
  const short = lines.slice(0, endOf(lines))
  return short === text ? text : `${short.trimEnd()}…`
}

/** The index of the line in which two texts begin to differ; in a long line, of a word somewhat before that. */
function startOfDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const line = one.lastIndexOf('\n', at - 1) + 1
  const space = one.indexOf(' ', at - inline)
  return at - line <= inline || space < 0 || space >= at ? line : space + 1
}

/** The index after this many graphemes. */
function endOf(text: string): number {
  if (text.length <= folded.graphemes) return text.length
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === folded.graphemes) return index
    count += 1
  }
  return text.length
}

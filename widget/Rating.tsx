import { useState } from 'preact/hooks'
import type { WidgetChat } from '#contract/widget.ts'
import { limits } from '#domain/limits.ts'
import type { Chat } from './chat.ts'
import { Refusal } from './refusal.ts'
import { texts } from './texts.ts'

/** Asks how a solved conversation was, and thanks for the answer, which can be changed. */
export function Rating({ chat, of: { rating, blocked } }: { chat: Chat; of: WidgetChat }) {
  const [score, setScore] = useState(rating?.score ?? 0)
  const [comment, setComment] = useState(rating?.comment ?? '')
  const [isChanging, setChanging] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (blocked) return null
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    await chat.rate(score, comment).then(
      () => {
        setProblem('')
        setChanging(false)
      },
      (error) => setProblem(Refusal.noAnswer(error).message),
    )
    setBusy(false)
  }
  return (
    <section class="rating">
      <p class="note">{texts.solved}</p>
      {rating && !isChanging ? (
        <div role="status">
          <p>{texts.rated(rating.score)}</p>
          <button type="button" class="quiet" onClick={() => setChanging(true)}>
            {texts.changeRating}
          </button>
        </div>
      ) : (
        <form onSubmit={send}>
          <fieldset>
            <legend>{texts.rate}</legend>
            <div class="scores">
              {texts.scores.map((name, at) => (
                <label key={name} title={name} class="ring">
                  <input
                    type="radio"
                    name="score"
                    required
                    checked={score === at + 1}
                    aria-label={texts.score(at + 1, name)}
                    onChange={() => setScore(at + 1)}
                  />
                  <span aria-hidden="true">{at + 1}</span>
                </label>
              ))}
            </div>
            <p class="meta">{texts.scores[score - 1] ?? ''}</p>
          </fieldset>
          <label class="comment">
            {texts.comment}
            <textarea
              dir="auto"
              rows={2}
              maxLength={limits.chat.ratingCommentMax}
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
            />
          </label>
          {problem && (
            <p class="failed" role="alert">
              {problem}
            </p>
          )}
          <button type="submit" class="primary" disabled={isBusy}>
            {texts.sendRating}
          </button>
        </form>
      )}
    </section>
  )
}

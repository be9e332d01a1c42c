import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/platform/i18n/messages.ts'
import { staleOf } from '#web/platform/queries/deleted-ids.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'
import { type Problem, problemOf } from '#web/platform/rpc/problem.ts'
import { useOnline } from '#web/platform/use-online.ts'
import { toast } from '#web/ui/toasts.ts'

/** The problem of each field as a sentence, by name; of a part of a field by its path, such as `extra.0.key`. */
export type Problems<V> = { [Name in keyof V]?: string | undefined } & { [path: `${string}.${string}`]: string | undefined }

export type FormOptions<V extends object, Answer> = {
  /** The names of the fields in order; the first with a problem gets the focus. */
  fields?: readonly (keyof V & string)[]
  /** Quick checks before anything is sent; the server checks everything again. */
  check?: (values: V) => Problems<V>
  send: (values: V) => Promise<Answer>
  done: (answer: Answer) => unknown
  /** Refetched afterwards, also after a refusal. */
  stale?: QueryKey | undefined
  /** True if it took care of the refusal, which the form then does not show. */
  refused?: (error: unknown) => boolean
  /** Nothing can be sent now. */
  blocked?: boolean
}

/** The values of the native fields. Checkboxes of one name are a list. */
function read(form: HTMLFormElement): object {
  const data = new FormData(form)
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox][name]')]
  return { ...Object.fromEntries(data), ...Object.fromEntries(boxes.map(({ name }) => [name, data.getAll(name)])) }
}

/**
 * A form of native fields: it is checked, sent once however often it is clicked, and shows refusals beside their fields. A problem disappears
 * while its field is being corrected.
 */
export function useForm<V extends object, Answer>({
  fields = [],
  check,
  send,
  done,
  stale,
  refused,
  blocked = false,
}: FormOptions<V, Answer>) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [problems, setProblems] = useState<Problems<V>>({} as Problems<V>)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const online = useOnline()
  // The values and the answer may contain a secret, so they must not stay in any cache.
  const call = useMutation({
    mutationFn: send,
    gcTime: 0,
    onSettled: () => {
      if (stale) void queries.invalidateQueries(staleOf(stale))
    },
  })

  const placeOf = (path: string) => form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)
  const draw = (found: Problems<V>, place: HTMLElement | null | undefined) => {
    // Drawn before the field scrolls, so that its problem comes into view with it, also if it has the focus already.
    flushSync(() => setProblems(found))
    place?.focus()
    ;(document.getElementById(`${place?.id}-error`)?.parentElement ?? place)?.scrollIntoView({ block: 'nearest' })
  }
  const show = (found: Problems<V>) => {
    const first = fields.find((name) => found[name])
    draw(found, first && placeOf(first))
    return first !== undefined
  }
  const showRefusal = (error: unknown) => {
    if (refused?.(error)) return
    const problem = problemOf(error)
    // The form was closed meanwhile.
    if (!form.current) return toast(problem.message, 'bad')
    const path = problem.field?.replace(/^change\./, '') ?? ''
    const name = fields.find((one) => one === path.split('.')[0])
    if (!name) return setRefusal(problem)
    const part = placeOf(path)
    const place = part ?? placeOf(path.split('.').at(-1) ?? '') ?? placeOf(name)
    draw({ [part ? path : name]: problem.message } as Problems<V>, place)
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current || blocked) return
    const values = read(event.currentTarget) as V
    setRefusal(null)
    if (show(check?.(values) ?? ({} as Problems<V>))) return
    sending.current = true
    const sender = currentUserId()
    const sent = call.mutateAsync(values).finally(() => {
      sending.current = false
    })
    // A visitor may have signed in by this form; what a person sent is not for the next one.
    const isTheirs = () => sender === null || currentUserId() === sender
    await sent.then(
      (answer) => isTheirs() && done(answer),
      (error: unknown) => isTheirs() && showRefusal(error),
    )
  }
  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    // Several fields may change at once, as a column is pasted.
    setProblems((shown) => (name in shown ? { ...shown, [name]: undefined } : shown))
  }
  return {
    problems,
    // That there is no network is no longer true once it is back.
    refusal: online && refusal?.code === 'offline' ? { ...refusal, message: t('common.notSent'), isBack: true } : refusal,
    busy: call.isPending,
    form: { ref: form, noValidate: true, onChange, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
  }
}

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type Problem, problemOf } from '#web/platform/rpc/problem.ts'

type Values = Record<string, string>
type Problems<V extends Values> = { [Name in keyof V]?: string | undefined }

type Options<V extends Values, Answer> = {
  /** The names of the fields in order; the first with a problem gets the focus. */
  fields: readonly (keyof V & string)[]
  /** Quick checks before anything is sent; the server checks everything again. */
  check: (values: V) => Problems<V>
  send: (values: V) => Promise<Answer>
  done: (answer: Answer) => void
}

/** A form of native fields: it is checked, sent once however often it is clicked, and shows refusals beside their fields. */
export function useForm<V extends Values, Answer>({ fields, check, send, done }: Options<V, Answer>) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [problems, setProblems] = useState<Problems<V>>({})
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const call = useMutation({ mutationFn: send })

  const show = (found: Problems<V>) => {
    setProblems(found)
    const first = fields.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first !== undefined
  }
  const refused = (error: unknown) => {
    const problem = problemOf(error)
    const about = fields.find((name) => name === problem.field)
    if (about) show({ [about]: problem.message } as Problems<V>)
    else setRefusal(problem)
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const values = Object.fromEntries(new FormData(event.currentTarget)) as V
    setRefusal(null)
    if (show(check(values))) return
    sending.current = true
    await call.mutateAsync(values).then(done, refused)
    sending.current = false
  }
  /** A problem disappears while its field is being corrected. */
  const clearProblem = (name: keyof V) => setProblems((former) => ({ ...former, [name]: undefined }))
  return {
    problems,
    refusal,
    busy: call.isPending,
    mend: clearProblem,
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) },
  }
}

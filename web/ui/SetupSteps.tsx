import type { ReactNode } from 'react'
import IconCheck from '#web/ui/icons/IconCheck.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import css from '#web/ui/SetupSteps.module.css'

type Step = { name: string; done: boolean; link: ReactNode; text?: string | undefined }
type Props = {
  title: string
  lead?: string | undefined
  /** How much is done, in words. */
  progress: string
  /** Read before the name of a step that is done. */
  doneWord: string
  steps: readonly Step[]
}

/** Steps to be done once, those that are done ticked off. */
export function SetupSteps({ title, lead, progress, doneWord, steps }: Props) {
  return (
    <Panel title={title} actions={<span className="aside regular">{progress}</span>}>
      {lead && <p className={`${css.lead} muted measure`}>{lead}</p>}
      <ol className={`${css.steps} list`}>
        {steps.map(({ name, done, link, text }) => (
          <li key={name} data-done={done}>
            {done && (
              <span className={css.tick} aria-hidden>
                <IconCheck size={16} stroke={2.5} />
              </span>
            )}
            <p>
              {done && <span className="visually-hidden">{doneWord}: </span>}
              {link}
            </p>
            {!done && text && <p className="muted measure">{text}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

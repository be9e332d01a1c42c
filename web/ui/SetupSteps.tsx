import { Link, type LinkProps } from '@tanstack/react-router'
import { t } from '#web/platform/i18n/messages.ts'
import IconCheck from '#web/ui/icons/IconCheck.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import css from '#web/ui/SetupSteps.module.css'

type Step = {
  name: string
  done: boolean
  /** Where it is done, if there is something to do. */
  to: Pick<LinkProps, 'to' | 'search'> | null
  text?: string | undefined
}
type Props = { title: string; lead?: string | undefined; steps: readonly Step[] }

/** Steps to be done once, those that are done ticked off. */
export function SetupSteps({ title, lead, steps }: Props) {
  const count = steps.filter(({ done }) => done).length
  return (
    <Panel title={title} actions={<span className="aside regular">{t('common.stepsDone', { count, of: steps.length })}</span>}>
      {lead && <p className={`${css.lead} muted measure`}>{lead}</p>}
      <ol className={`${css.steps} list`}>
        {steps.map(({ name, done, to, text }) => (
          <li key={name} data-done={done}>
            {done && (
              <span className={css.tick} aria-hidden>
                <IconCheck size={16} stroke={2.5} />
              </span>
            )}
            <p>
              {done && <span className="visually-hidden">{t('common.done')}: </span>}
              {to ? (
                <Link {...to} className={done ? 'muted inks' : 'strong'}>
                  {name}
                </Link>
              ) : (
                <span className="strong">{name}</span>
              )}
            </p>
            {!done && text && <p className="muted measure">{text}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

import type { Me, UserRow } from '#contract/users.ts'
import { sellsAs } from '#domain/person-names.ts'
import { type UserMove, whyNotUser } from '#domain/user.ts'
import { keysOf, shortcuts } from '#web/app/palette/shortcuts.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { chooseTheme, otherTheme, theme, themes } from '#web/platform/theme.ts'

/** What an admin can do with a person from the palette. */
const verbs = ['suspend', 'reactivate', 'message'] as const
export type Verb = (typeof verbs)[number]

/** What is asked in a dialog after the palette has closed. */
export type Asked = { verb: Exclude<Verb, 'reactivate'>; person: UserRow } | { verb: 'invite' }

/** Something to do. It has a name instead of an address; `fill` types a text instead. With `asks` it opens a dialog, so nothing happens yet. */
export type Action = {
  kind: 'action'
  href: string
  text: string
  words?: string
  keys?: string
  fill?: string
  asks?: boolean
  run?: () => void
}

/** What the actions do beyond the palette: open a dialog, reactivate a person, show or hide the sidebar. */
export type Acts = { ask: (asked: Asked) => void; reactivate: (id: string) => void; toggleSidebar: () => void }

const textOf = (verb: Verb, name: string): string => t(`palette.actions.${verb}`, { name })

/** The verb that a text begins with, and the rest: "Suspend rick" searches for "rick". */
export function verbIn(text: string): { verb: Verb; rest: string } | null {
  const lowerCase = text.toLocaleLowerCase()
  const verb = verbs.find((one) => lowerCase.startsWith(textOf(one, '').toLocaleLowerCase()))
  return verb ? { verb, rest: text.slice(textOf(verb, '').length).trim() } : null
}

const moves: Partial<Record<Verb, UserMove>> = { suspend: 'suspend', reactivate: 'reactivate' }

/** What this admin can do with the person now. */
export function actionsOn(me: Me, person: UserRow, { ask, reactivate }: Acts): (Action & { verb: Verb })[] {
  const isPossible = (verb: Verb) => {
    const move = moves[verb]
    return move ? whyNotUser(me, move, person) === null : person.status === 'active' && person.id !== me.id
  }
  const run: Record<Verb, () => void> = {
    suspend: () => ask({ verb: 'suspend', person }),
    reactivate: () => reactivate(person.id),
    message: () => ask({ verb: 'message', person }),
  }
  return verbs.filter(isPossible).map((verb) => ({
    kind: 'action',
    href: `${verb} ${person.id}`,
    text: textOf(verb, sellsAs(person)),
    verb,
    asks: verb !== 'reactivate',
    run: run[verb],
  }))
}

/** What this person can do on every screen. */
export function actionsFor({ role }: Me, { ask, toggleSidebar }: Acts): Action[] {
  const now = theme.read()
  const action = (href: string, text: string, about: Omit<Action, 'kind' | 'href' | 'text'>): Action => ({
    kind: 'action',
    href,
    text,
    ...about,
  })
  const ofAdmin = [
    action('invite', t('palette.actions.invite'), { words: t('palette.words.invite'), asks: true, run: () => ask({ verb: 'invite' }) }),
    ...verbs.map((verb) => action(verb, textOf(verb, '…'), { fill: textOf(verb, '') })),
  ]
  return [
    ...(role === 'admin' ? ofAdmin : []),
    ...themes
      .filter((one) => one !== now)
      .map((one) =>
        action(`theme ${one}`, t(`palette.actions.${one}`), {
          words: t(`palette.words.${one}`),
          run: () => chooseTheme(one),
          ...(one === otherTheme(now) && { keys: keysOf(shortcuts.theme) }),
        }),
      ),
    action('sidebar', t('layout.toggleSidebar'), {
      words: t('palette.words.sidebar'),
      run: toggleSidebar,
      keys: keysOf(shortcuts.sidebar),
    }),
    action('/logout', t('palette.actions.signOut'), { words: t('palette.words.signOut') }),
  ]
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

type Shortcut = { key: string; shift?: true }

/** The keys that work on every screen, together with Control, on a Mac with Command. */
export const shortcuts = { search: { key: 'k' }, sidebar: { key: 'b' }, theme: { key: 'l', shift: true } } as const satisfies Record<
  string,
  Shortcut
>

/** True if these are the keys of the shortcut. */
export function isPressed({ key, shift }: Shortcut, event: KeyboardEvent): boolean {
  const hasModifier = isMac ? event.metaKey : event.ctrlKey
  return hasModifier && event.key.toLowerCase() === key && event.shiftKey === (shift === true) && !event.altKey
}

/** True if the key writes a character: also with AltGr, or with Option on a Mac. */
export function isCharacter(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && (isMac || !event.altKey)
  return [...event.key].length === 1 && (isPlain || event.getModifierState('AltGraph'))
}

/** The keys as they are shown. */
export const keysOf = ({ key, shift }: Shortcut): string => [isMac ? '⌘' : 'Ctrl', ...(shift ? ['⇧'] : []), key.toUpperCase()].join(' ')

/** The keys for assistive technology. */
export const ariaKeysOf = ({ key, shift }: Shortcut): string =>
  [isMac ? 'Meta' : 'Control', ...(shift ? ['Shift'] : []), key.toUpperCase()].join('+')

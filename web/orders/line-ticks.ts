const prefix = 'line:'

/** The name of a line's checkbox in the form. */
export const tickName = (id: string): string => prefix + id

/** The ids of the lines whose checkboxes are ticked. */
export const tickedIn = (values: Record<string, string>): string[] =>
  Object.keys(values).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
